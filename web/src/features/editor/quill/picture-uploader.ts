import Quill, { Delta, type Range } from 'quill/core.js';
import Uploader from 'quill/modules/uploader.js';

import { dataAddress, refusalOf } from '../pictures';

/** What the editor says of a file that it does not take. */
export const REFUSED = 'picture-refused';

/** Takes in pictures that are chosen, pasted or dropped, and says why it does not. */
export class PictureUploader extends Uploader {
  override upload(range: Range, files: FileList | File[]): void {
    const pictures = [...files].filter((file) => {
      const refusal = refusalOf(file);
      if (refusal !== null) {
        this.quill.emitter.emit(REFUSED, refusal);
      }
      return refusal === null;
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
