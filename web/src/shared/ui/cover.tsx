import { type CSSProperties, useState } from 'react';

import { onEarlyFailure } from '../failed-picture';
import { largeWidth, smallWidth } from '../image-sizes.json';
import { coverDesign } from './cover-design';

type Props = {
  title: string;
  image: string | null;
  smallImage: string | null;
  sizes: string;
  isFirst?: boolean;
};

/** The cover of a post, 16:9. One that is missing or fails to load is generated from the title. */
export function Cover({ title, image, smallImage, sizes, isFirst = false }: Props) {
  const [failed, setFailed] = useState<string | null>(null);
  if (image === null || failed === image) {
    return <GeneratedCover title={title} />;
  }
  const fail = () => {
    setFailed(image);
  };
  return (
    <img
      ref={(element) => onEarlyFailure(element, fail)}
      className="cover"
      src={image}
      srcSet={smallImage ? `${smallImage} ${smallWidth}w, ${image} ${largeWidth}w` : undefined}
      sizes={smallImage ? sizes : undefined}
      width={16}
      height={9}
      alt=""
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : undefined}
      decoding="async"
      referrerPolicy="no-referrer"
      onError={fail}
    />
  );
}

export function GeneratedCover({ title }: { title: string }) {
  const { hue, turn, large, small, line, initials } = coverDesign(title);
  const style = { '--cover-hue': hue } as CSSProperties;
  return (
    <svg className="cover cover-generated" style={style} viewBox="0 0 160 90" aria-hidden>
      <rect width="160" height="90" className="cover-paper" />
      <g transform={`rotate(${turn} 80 45)`} className="cover-shape">
        <circle cx={large.x} cy={large.y} r={large.radius} />
        <circle cx={small.x} cy={small.y} r={small.radius} />
        <path d={`M-20 ${line.left} L180 ${line.right}`} />
      </g>
      <text x="80" y="47" textAnchor="middle" dominantBaseline="central" className="cover-initials">
        {initials}
      </text>
    </svg>
  );
}
