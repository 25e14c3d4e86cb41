/** The interface of the editor: code outside of this folder does not use Quill. */
import Quill, { type Range } from 'quill/core.js';
import { CodeBlockContainer } from 'quill/formats/code.js';
import Link from 'quill/formats/link.js';

import { NO_LANGUAGE } from '../html/code';
import { toEditor } from '../html/to-editor';
import { toStored } from '../html/to-stored';
import { registerFormats } from './formats';
import './html-policy';
import { BINDINGS, leaveOnTabAfterEscape } from './keyboard';
import { PictureUploader, REJECTED } from './picture-uploader';
import { markMissingPictures } from './missing-pictures';
import { PostClipboard } from './post-clipboard';
import { type CaretFormats, UNFORMATTED, areEqual, readFormats } from './written-formats';

const CODE = 'code-block';
const HISTORY = { delay: 1000, maxStack: 100, userOnly: true };

/** The formats that can be set at the caret; an empty value or false removes them. */
export type Settable = Omit<CaretFormats, 'isInLink' | 'code'>;

export type EditorOptions = {
  onChange: () => void;
  onRejected: (message: string) => void;
  onLinkRequested: () => void;
};

export class EditorController {
  readonly #quill: Quill;
  readonly #listeners = new Set<() => void>();
  #formats = UNFORMATTED;

  constructor(container: HTMLElement, { onChange, onRejected, onLinkRequested }: EditorOptions) {
    registerFormats();
    Quill.register(
      { 'modules/clipboard': PostClipboard, 'modules/uploader': PictureUploader },
      true,
    );
    const linkKey = {
      key: 'k',
      shortKey: true,
      handler: onLinkRequested,
    };
    this.#quill = new Quill(container, {
      modules: { history: HISTORY, keyboard: { bindings: { ...BINDINGS, 'link key': linkKey } } },
    });
    leaveOnTabAfterEscape(container);
    this.#quill.on('editor-change', () => {
      this.#updateFormats();
    });
    this.#quill.on('text-change', (_change, _before, source) => {
      if (source === 'user') {
        onChange();
      }
    });
    this.#quill.emitter.on(REJECTED, onRejected);
    markMissingPictures(this.#quill.root);
    this.#quill.root.addEventListener('click', ({ target }) => {
      this.#selectObject(target);
    });
  }

  /** The editable element. */
  get root(): HTMLElement {
    return this.#quill.root;
  }

  getHtml(): string {
    return toStored(this.#quill.root.innerHTML);
  }

  setHtml(html: string): void {
    this.#quill.setContents(this.#quill.clipboard.convert({ html: toEditor(html) }), 'silent');
    this.#quill.history.clear();
    this.#updateFormats();
  }

  focus(): void {
    this.#quill.focus();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly formats = (): CaretFormats => this.#formats;

  set<Name extends keyof Settable>(name: Name, value: Settable[Name]): void {
    this.#quill.focus();
    const level = name === 'header' ? Number(value) : value;
    const format = name === 'list' && value === 'checked' ? 'unchecked' : level;
    this.#quill.format(name, format || false, 'user');
  }

  toggleCode(): void {
    this.#quill.focus();
    this.#quill.format(CODE, this.#formats.code === '' ? NO_LANGUAGE : false, 'user');
  }

  /** Sets the language of the whole block at the caret. */
  setLanguage(language: string): void {
    const [line] = this.#quill.getLine(this.#range().index);
    const block = line?.parent;
    if (block instanceof CodeBlockContainer) {
      this.#quill.formatLine(this.#quill.getIndex(block), block.length(), CODE, language, 'user');
    }
  }

  indent(step: '+1' | '-1'): void {
    this.#quill.focus();
    this.#quill.format('indent', step, 'user');
  }

  clearFormatting(): void {
    const range = this.#range();
    if (range.length > 0) {
      this.#quill.removeFormat(range.index, range.length, 'user');
      return;
    }
    for (const name of Object.keys(this.#quill.getFormat(range))) {
      this.#quill.format(name, false, 'user');
    }
  }

  /** Returns the link at the caret, or the selected text with an empty address. */
  selectedLink(): { address: string; text: string } {
    const range = this.#linkRange();
    const address = this.#quill.getFormat(range.index, range.length)['link'];
    return {
      address: typeof address === 'string' ? address : '',
      text: this.#quill.getText(range.index, range.length),
    };
  }

  setLink(address: string, text: string): void {
    const range = this.#linkRange();
    if (range.length > 0) {
      this.#quill.formatText(range.index, range.length, 'link', address, 'user');
      this.#quill.setSelection(range.index + range.length, 0, 'silent');
      return;
    }
    const label = text.trim() === '' ? address : text;
    this.#quill.insertText(range.index, label, { link: address }, 'user');
    this.#quill.setSelection(range.index + label.length, 0, 'silent');
    this.#quill.format('link', false, 'silent');
  }

  removeLink(): void {
    const range = this.#linkRange();
    this.#quill.formatText(range.index, range.length, 'link', false, 'user');
  }

  /** Returns the selected picture; null if there is none. */
  selectedPicture(): { address: string; description: string } | null {
    const range = this.#range();
    const [leaf] = this.#quill.getLeaf(range.index + 1);
    const image = range.length === 1 ? leaf?.domNode : null;
    return image instanceof HTMLImageElement
      ? { address: image.getAttribute('src') ?? '', description: image.alt }
      : null;
  }

  insertPicture(address: string, description: string): void {
    const { index, length } = this.#range();
    this.#quill.deleteText(index, length, 'user');
    this.#quill.insertEmbed(index, 'image', address, 'user');
    this.#quill.formatText(index, 1, { alt: description }, 'user');
    this.#quill.setSelection(index + 1, 0, 'silent');
  }

  insertPictureFiles(files: File[]): void {
    this.#quill.uploader.upload(this.#range(), files);
  }

  insertVideo(player: string): void {
    const { index, length } = this.#range();
    this.#quill.deleteText(index, length, 'user');
    this.#quill.insertEmbed(index, 'video', player, 'user');
    this.#quill.setSelection(index + 1, 0, 'silent');
  }

  #range(): Range {
    return this.#quill.getSelection(true);
  }

  /** Returns the selection; the range of the link at the caret if it is empty. */
  #linkRange(): { index: number; length: number } {
    const range = this.#range();
    if (range.length > 0) {
      return range;
    }
    const [leaf] = this.#quill.getLeaf(range.index);
    let blot = leaf?.parent;
    while (blot && !(blot instanceof Link)) {
      blot = blot.parent === blot.scroll ? undefined : blot.parent;
    }
    return blot ? { index: this.#quill.getIndex(blot), length: blot.length() } : range;
  }

  #updateFormats(): void {
    const range = this.#quill.getSelection();
    if (range) {
      const formats = readFormats(this.#quill.getFormat(range));
      if (!areEqual(formats, this.#formats)) {
        this.#formats = formats;
        this.#listeners.forEach((listener) => {
          listener();
        });
      }
    }
  }

  /** Selects an image or embed that was clicked. */
  #selectObject(target: EventTarget | null): void {
    const element =
      target instanceof Element ? target.closest('img, .ql-kept, .ql-kept-inline') : null;
    const blot = element && Quill.find(element);
    if (blot && !(blot instanceof Quill)) {
      this.#quill.setSelection(this.#quill.getIndex(blot), 1, 'user');
    }
  }
}
