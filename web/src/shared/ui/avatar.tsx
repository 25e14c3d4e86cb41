import { UserRound } from 'lucide-react';
import { useState } from 'react';

import { failedBefore } from '../failed-picture';

type Props = {
  /** Null for somebody without a picture. */
  src: string | null;
  size: number;
  alt?: string;
  isLazy?: boolean;
  className?: string;
};

/** Somebody's picture; an outline as large where there is none, or where it does not come. */
export function Avatar({ src, size, alt = '', isLazy = false, className = '' }: Props) {
  const [failed, setFailed] = useState<string | null>(null);
  if (src === null || failed === src) {
    return (
      <span
        className={`avatar avatar-missing ${className}`}
        style={{ width: size, height: size }}
        aria-hidden
      >
        <UserRound />
      </span>
    );
  }
  const fail = () => {
    setFailed(src);
  };
  return (
    <img
      ref={(image) => failedBefore(image, fail)}
      src={src}
      alt={alt}
      width={size}
      height={size}
      loading={isLazy ? 'lazy' : undefined}
      className={className === '' ? 'avatar' : `avatar ${className}`}
      onError={fail}
    />
  );
}
