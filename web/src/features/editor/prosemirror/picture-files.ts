import type { SelectionBookmark, Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

import { dataAddress, rejectionReason } from '../../../shared/picture-files/picture-files';
import * as objects from './commands/objects';

type Place = { bookmark: SelectionBookmark };

/** Reads picture files, and inserts each where the caret was when it was chosen, pasted or dropped. */
export class PictureFiles {
  readonly #view: EditorView;
  readonly #onRejected: (message: string) => void;
  /** The places for the files that are being read. */
  readonly #places = new Set<Place>();

  constructor(view: EditorView, onRejected: (message: string) => void) {
    this.#view = view;
    this.#onRejected = onRejected;
  }

  /** Moves the places along with the text. */
  map(tr: Transaction): void {
    for (const place of this.#places) {
      place.bookmark = place.bookmark.map(tr.mapping);
    }
  }

  /** Inserts the files that are accepted pictures, and reports why it rejects others. */
  async insert(files: readonly File[]): Promise<void> {
    const place: Place = { bookmark: this.#view.state.selection.getBookmark() };
    this.#places.add(place);
    const addresses = await Promise.all(files.map((file) => this.#read(file)));
    this.#places.delete(place);
    if (!this.#view.isDestroyed) {
      this.#insertAt(
        place,
        addresses.filter((address) => address !== null),
      );
    }
  }

  async #read(file: File): Promise<string | null> {
    const reason = rejectionReason(file);
    if (reason !== null) {
      this.#onRejected(reason);
      return null;
    }
    try {
      return await dataAddress(file);
    } catch {
      this.#onRejected(`“${file.name}” could not be read.`);
      return null;
    }
  }

  #insertAt(place: Place, addresses: readonly string[]): void {
    if (addresses.length === 0) {
      return;
    }
    const { tr } = this.#view.state;
    this.#view.dispatch(tr.setSelection(place.bookmark.resolve(tr.doc)));
    this.#view.focus();
    for (const address of addresses) {
      objects.insertBlock(objects.picture(address, null))(this.#view.state, this.#view.dispatch);
    }
  }
}
