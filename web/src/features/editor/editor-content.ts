import { withStoredBlocks } from './html/unchanged-blocks';
import type { EditorController } from './quill/editor-controller';

/** The text of a form that the editor changes: it is there before the editor has arrived, and after it has gone. */
export class EditorContent {
  readonly #listeners = new Set<() => void>();
  #editor: EditorController | null = null;
  #html: string;
  /** As the editor spelled it when it was put in. */
  #opened = '';
  /** Whether somebody wrote since it was put in: before that it is as it is stored, whatever the editor made of it. */
  #isWritten = false;

  constructor(html: string) {
    this.#html = html;
  }

  read(): string {
    return this.#editor && this.#isWritten
      ? withStoredBlocks(this.#html, this.#opened, this.#editor.getHtml())
      : this.#html;
  }

  write(html: string): void {
    this.#html = html;
    this.#open();
  }

  focus(): void {
    this.#editor?.focus();
  }

  attach(editor: EditorController): void {
    this.#editor = editor;
    this.#open();
  }

  detach(): void {
    this.#html = this.read();
    this.#editor = null;
  }

  #open(): void {
    this.#isWritten = false;
    this.#editor?.setHtml(this.#html);
    this.#opened = this.#editor?.getHtml() ?? '';
  }

  /** Somebody wrote. */
  readonly changed = (): void => {
    this.#isWritten = true;
    this.#listeners.forEach((tell) => {
      tell();
    });
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
