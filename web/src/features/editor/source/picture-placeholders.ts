/** Pictures that are not uploaded yet, out of the way of the Markdown: their addresses are as long as their files. */

const DATA_URL = /data:image\/[\w.+-]+;base64,[\w+/=]+/gu;
const PLACEHOLDER = /https:\/\/picture\.invalid\/\d+/gu;

export type ShortenedPictures = { html: string; addresses: ReadonlyMap<string, string> };

/** Replaces the `data:` URLs of pictures by short addresses. */
export function shortenPictures(html: string): ShortenedPictures {
  const used = new Set(html.match(PLACEHOLDER));
  const names = new Map<string, string>();
  let number = 0;
  const shortened = html.replaceAll(DATA_URL, (address) => {
    const known = names.get(address);
    if (known !== undefined) {
      return known;
    }
    let name: string;
    do {
      number += 1;
      name = `https://picture.invalid/${number}`;
    } while (used.has(name));
    names.set(address, name);
    return name;
  });
  return {
    html: shortened,
    addresses: new Map([...names].map(([address, name]) => [name, address])),
  };
}

/** Puts the `data:` URLs back. */
export function restorePictures(html: string, addresses: ReadonlyMap<string, string>): string {
  return html.replaceAll(PLACEHOLDER, (name) => addresses.get(name) ?? name);
}
