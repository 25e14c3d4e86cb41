import Quill, { Delta, type Range } from 'quill/core.js';
import Clipboard from 'quill/modules/clipboard.js';

import { removePlaceholders } from '../html/spaces';
import { toEditor } from '../html/to-editor';
import { toStored } from '../html/to-stored';

/** A clipboard that converts as posts are converted, so that code and lists survive copying. */
export class PostClipboard extends Clipboard {
  override onPaste(range: Range, { html, text }: { html?: string; text?: string }): void {
    super.onPaste(range, {
      ...(text === undefined ? {} : { text }),
      ...(html ? { html: this.#clean(html) } : {}),
    });
  }

  override onCopy(range: Range): { html: string; text: string } {
    const scratch = new Quill(document.createElement('div'));
    scratch.setContents(this.quill.getContents(range.index, range.length));
    return { html: toStored(scratch.root.innerHTML), text: this.quill.getText(range) };
  }

  protected override convertHTML(html: string): Delta {
    const delta = super.convertHTML(html);
    return new Delta(
      delta.ops.map((op) =>
        typeof op.insert === 'string' ? { ...op, insert: removePlaceholders(op.insert) } : op,
      ),
    );
  }

  #clean(html: string): string {
    const page = new DOMParser().parseFromString(html, 'text/html');
    this.normalizeHTML(page);
    return toEditor(page.body.innerHTML, 'clipboard');
  }
}
