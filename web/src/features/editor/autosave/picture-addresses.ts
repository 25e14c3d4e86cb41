/**
 * The addresses under which the server has stored embedded pictures. From then on the addresses are sent instead of
 * the pictures.
 */
import { isStoredPicture } from '../pictures';

/** An element of a picture; its attributes may contain `>`. */
const PICTURE = /<img\b(?:[^>"']|"[^"]*"|'[^']*')*>/gu;
const SOURCE = /\ssrc="([^"]*)"/u;
const EMBEDDED = 'data:';

export class PictureAddresses {
  /** The stored address of each `data:` URL. */
  readonly #addresses = new Map<string, string>();

  /** Learns the addresses from what was sent and what the server made of it, by the positions of the pictures. */
  learn(sent: string, received: string): void {
    const before = sourcesIn(sent);
    const after = sourcesIn(received);
    // The server may have removed one: then no position is certain.
    if (before.length !== after.length) {
      return;
    }
    before.forEach((source, index) => {
      const address = after[index] ?? '';
      if (source.startsWith(EMBEDDED) && isStoredPicture(address)) {
        this.#addresses.set(source, address);
      }
    });
  }

  /** Returns the text with the known addresses in the place of embedded pictures. */
  replaceIn(html: string): string {
    if (this.#addresses.size === 0 || !html.includes(EMBEDDED)) {
      return html;
    }
    return html.replaceAll(PICTURE, (picture) => {
      const source = SOURCE.exec(picture)?.[1] ?? '';
      const address = this.#addresses.get(source);
      return address === undefined ? picture : picture.replace(SOURCE, () => ` src="${address}"`);
    });
  }
}

function sourcesIn(html: string): string[] {
  return (html.match(PICTURE) ?? []).map((picture) => SOURCE.exec(picture)?.[1] ?? '');
}
