/** Addresses of links: without the redirects and the parameters by which sites follow readers. */
import { isLink, isOnTheWeb } from '../html/addresses';

/** Redirects, by host and path, and the parameter with the real address. */
const REDIRECTS: readonly (readonly [RegExp, string])[] = [
  [/^www\.google\.[a-z.]+\/url$/u, 'q'],
  [/^www\.google\.[a-z.]+\/url$/u, 'url'],
  [/^google\.com\/url$/u, 'q'],
  [/^slack-redir\.net\/link$/u, 'url'],
  [/\.safelinks\.protection\.outlook\.com\//u, 'url'],
  [/^lm?\.facebook\.com\/l\.php$/u, 'u'],
  [/^www\.linkedin\.com\/redir\/redirect$/u, 'url'],
];
const TRACKING =
  /^(?:utm_\w+|fbclid|gclid|dclid|msclkid|mc_cid|mc_eid|igshid|yclid|_hsenc|_hsmi)$/u;
const REDIRECTS_MAX = 3;

/** Returns the address that a pasted link has in a post; null if it leads nowhere outside its page. */
export function linkAddress(href: string | null): string | null {
  const address = unwrapRedirects((href ?? '').trim());
  if (address.startsWith('#') || !isLink(address)) {
    return null;
  }
  return isOnTheWeb(address) ? withoutTracking(address) : address;
}

function unwrapRedirects(address: string): string {
  let target = address;
  for (let count = 0; count < REDIRECTS_MAX; count++) {
    const next = redirectTarget(target);
    if (next === null) {
      break;
    }
    target = next;
  }
  return target;
}

function redirectTarget(address: string): string | null {
  if (!URL.canParse(address)) {
    return null;
  }
  const { host, pathname, searchParams } = new URL(address);
  for (const [pattern, parameter] of REDIRECTS) {
    const target = pattern.test(host + pathname) ? searchParams.get(parameter) : null;
    if (target !== null && isOnTheWeb(target)) {
      return target;
    }
  }
  return null;
}

/** Removes parameters for tracking; returns other addresses unchanged, to the character. */
function withoutTracking(address: string): string {
  const url = new URL(address);
  const names = [...url.searchParams.keys()].filter((name) => TRACKING.test(name));
  if (names.length === 0) {
    return address;
  }
  for (const name of names) {
    url.searchParams.delete(name);
  }
  return url.href;
}
