import { UserRound } from 'lucide-react';
import { useState } from 'react';

import { onEarlyFailure } from '../failed-picture';

type Props = {
  /** Null without a picture. */
  src: string | null;
  size: number;
  alt?: string;
  isLazy?: boolean;
  className?: string;
};

/** A person's picture; an outline of the same size if there is none or it fails to load. */
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
      ref={(image) => onEarlyFailure(image, fail)}
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
