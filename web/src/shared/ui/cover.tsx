import { type CSSProperties, useState } from 'react';

import { failedBefore } from '../failed-picture';

const SMALL_WIDTH = 480;
const LARGE_WIDTH = 1600;
const HUES = [264, 230, 195, 160, 300, 340, 25, 60];

type Props = {
  title: string;
  image: string | null;
  smallImage: string | null;
  sizes: string;
  isFirst?: boolean;
};

/** The picture of a blog, 16:9. One that is missing or fails becomes a calm picture made from the title. */
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
      ref={(element) => failedBefore(element, fail)}
      className="cover"
      src={image}
      srcSet={smallImage ? `${smallImage} ${SMALL_WIDTH}w, ${image} ${LARGE_WIDTH}w` : undefined}
      sizes={smallImage ? sizes : undefined}
      width={16}
      height={9}
      alt=""
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      decoding="async"
      referrerPolicy="no-referrer"
      onError={fail}
    />
  );
}

function GeneratedCover({ title }: { title: string }) {
  const seed = seedOf(title);
  const style = { '--cover-hue': HUES[seed % HUES.length] } as CSSProperties;
  const turn = (seed >> 4) % 4;
  return (
    <svg className="cover cover-generated" style={style} viewBox="0 0 160 90" aria-hidden>
      <rect width="160" height="90" className="cover-paper" />
      <g transform={`rotate(${turn * 90} 80 45)`} className="cover-shape">
        <circle cx={30 + (seed % 60)} cy="78" r={28 + (seed % 23)} />
        <circle cx={110 + (seed % 30)} cy={12 + (seed % 17)} r={14 + (seed % 13)} />
        <path d={`M-20 ${20 + (seed % 30)} L180 ${60 + (seed % 40)}`} />
      </g>
      <text x="80" y="47" textAnchor="middle" dominantBaseline="central" className="cover-initials">
        {initials(title)}
      </text>
    </svg>
  );
}

function seedOf(text: string): number {
  let seed = 7;
  for (const character of text) {
    seed = (seed * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  }
  return seed >>> 3;
}

function initials(title: string): string {
  const words = title.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  return words
    .slice(0, 2)
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0).toLocaleUpperCase())
    .join('');
}
