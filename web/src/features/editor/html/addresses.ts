/** The addresses allowed in posts, by the server's table. */
import table from '../../../shared/rich-text/allowed-html.json';

/** Embedded pictures of these types become stored ones before the server applies the table. */
const EMBEDDED_TYPES = [...table.pictureTypes, 'bmp', 'x-icon', 'vnd.microsoft.icon'];
const EMBEDDED_PICTURE = new RegExp(`^data:image/(?:${EMBEDDED_TYPES.join('|')});base64,`, 'iu');
/** The folder of the videos, by the host of the player. */
const PLAYERS = new Map(Object.entries(table.players));
const YOUTUBE_HOSTS = ['youtube.com', 'www.youtube.com', 'm.youtube.com', 'music.youtube.com'];
const YOUTUBE_FOLDERS = ['embed', 'shorts', 'live', 'v'];
const VIMEO_HOSTS = ['vimeo.com', 'www.vimeo.com'];
const VIDEO_NAME = /^[\w-]+$/u;

export function isLink(address: string): boolean {
  return (
    hasScheme(address, table.linkSchemes) || isPathOfThisSite(address) || address.startsWith('#')
  );
}

export function isOnTheWeb(address: string): boolean {
  return hasScheme(address, table.webSchemes);
}

export function isPicture(address: string): boolean {
  const isStored = address.startsWith(table.pictureFolder) && isPathOfThisSite(address);
  return isStored || EMBEDDED_PICTURE.test(address) || isOnTheWeb(address);
}

/** Returns a typed link, with its scheme completed; null if it is invalid. */
export function linkFrom(text: string): string | null {
  const address = text.trim();
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/u.test(address)) {
    return `mailto:${address}`;
  }
  if (/^[^\s/:@.]+(?:\.[^\s/:@.]+)+(?::\d+)?(?:[/?#]\S*)?$/u.test(address)) {
    return linkFrom(`https://${address}`);
  }
  return address !== '' && isLink(address) ? address : null;
}

/** Returns a typed address of a picture on the web or on this site; null if it is invalid. */
export function pictureFrom(text: string): string | null {
  const address = text.trim();
  return isPicture(address) ? address : null;
}

/** Returns the player address of a video on YouTube or Vimeo; null for other addresses. */
export function playerFrom(text: string): string | null {
  const address = text.trim();
  const url = urlOf(/^[\w.-]+\.\w+\//u.test(address) ? `https://${address}` : address);
  if (!url || !isOnTheWeb(url.href) || url.username !== '' || url.port !== '') {
    return null;
  }
  return isPlayer(url.href) ? url.href : (youTubePlayer(url) ?? vimeoPlayer(url));
}

export function isPlayer(address: string): boolean {
  const url = urlOf(address);
  const [folder, video = '', ...rest] = url?.pathname.slice(1).split('/') ?? [];
  return (
    url?.protocol === 'https:' &&
    url.port === '' &&
    url.username === '' &&
    PLAYERS.get(url.hostname) === folder &&
    VIDEO_NAME.test(video) &&
    rest.length === 0
  );
}

function youTubePlayer(url: URL): string | null {
  const [first = '', second = ''] = url.pathname.slice(1).split('/');
  let video: string | null = null;
  if (url.hostname === 'youtu.be') {
    video = first;
  } else if (YOUTUBE_HOSTS.includes(url.hostname)) {
    video = YOUTUBE_FOLDERS.includes(first) ? second : url.searchParams.get('v');
  }
  if (video === null || !VIDEO_NAME.test(video)) {
    return null;
  }
  const start = secondsIn(url.searchParams.get('t') ?? url.searchParams.get('start') ?? '');
  return `https://www.youtube.com/embed/${video}${start > 0 ? `?start=${start}` : ''}`;
}

function vimeoPlayer(url: URL): string | null {
  if (!VIMEO_HOSTS.includes(url.hostname)) {
    return null;
  }
  const [, video, secret] = /^\/(?:[\w/-]*\/)?(\d+)(?:\/([\da-f]+))?\/?$/u.exec(url.pathname) ?? [];
  if (video === undefined) {
    return null;
  }
  const key = secret ?? url.searchParams.get('h');
  return `https://player.vimeo.com/video/${video}${key ? `?h=${encodeURIComponent(key)}` : ''}`;
}

/** Parses `90`, `90s`, `1m30s` or `1h2m3s` to seconds. */
function secondsIn(time: string): number {
  const [, hours, minutes, seconds] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/u.exec(time) ?? [];
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
}

function hasScheme(address: string, schemes: readonly string[]): boolean {
  const url = urlOf(address);
  return url !== null && schemes.includes(url.protocol.slice(0, -1));
}

function urlOf(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}

function isPathOfThisSite(address: string): boolean {
  return /^\/(?![/\\])/u.test(address);
}
