import Quill, { Delta, type Range } from 'quill/core.js';
import Uploader from 'quill/modules/uploader.js';

import { dataAddress, rejectionReason } from '../pictures';

/** The event for a rejected file, with the message as argument. */
export const REJECTED = 'picture-refused';

/** Inserts pictures that are chosen, pasted or dropped, and emits why it rejects others. */
export class PictureUploader extends Uploader {
  override upload(range: Range, files: FileList | File[]): void {
    const pictures = [...files].filter((file) => {
      const problem = rejectionReason(file);
      if (problem !== null) {
        this.quill.emitter.emit(REJECTED, problem);
      }
      return problem === null;
    });
    if (pictures.length > 0) {
      void insertPictures(this.quill, range, pictures);
    }
  }
}

async function insertPictures(quill: Quill, range: Range, files: File[]): Promise<void> {
  const addresses = await Promise.all(files.map(dataAddress));
  const insert = addresses.reduce(
    (delta, image) => delta.insert({ image }),
    new Delta().retain(range.index).delete(range.length),
  );
  quill.updateContents(insert, 'user');
  quill.setSelection(range.index + addresses.length, 'silent');
}
