import type { EditorController } from './prosemirror/editor-controller';

const INLINE_TAG = /^<\/?(?:a|b|code|em|i|mark|s|span|strong|sub|sup|u)\b/u;

/** The HTML of a post form. It is available before the editor is loaded and after it is unmounted. */
export class EditorContent {
  readonly #listeners = new Set<() => void>();
  #editor: EditorController | null = null;
  #html: string;
  /** Whether the user edited it since it was set: before that it stays as stored. */
  #isEdited = false;
  /** Brings the HTML up to date with another view of the text. */
  #update: (() => Promise<boolean>) | null = null;

  constructor(html: string) {
    this.#html = html;
  }

  read(): string {
    return this.#editor && this.#isEdited ? this.#editor.getHtml() : this.#html;
  }

  write(html: string): void {
    this.#html = html;
    this.#open();
  }

  /** Replaces the text by an edit of the user, made in another view. */
  rewrite(html: string): void {
    this.write(html);
    this.#notify();
  }

  /** Sets what brings the HTML up to date with another view of the text; it returns whether that succeeded. */
  updateBy(update: (() => Promise<boolean>) | null): void {
    this.#update = update;
  }

  /** Brings the HTML up to date before it is read; returns false if that failed. */
  async settle(): Promise<boolean> {
    return (await this.#update?.()) ?? true;
  }

  /** The number of words. */
  words(): number {
    const text = this.#editor?.getText() ?? textOf(this.#html);
    return text.match(/[^\s]+/gu)?.length ?? 0;
  }

  /** Selects the picture at this index in the text. */
  focusPicture(index: number): void {
    this.#editor?.focusPicture(index);
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
    this.#isEdited = false;
    this.#editor?.setHtml(this.#html);
  }

  /** Notes an edit by the user. */
  readonly changed = (): void => {
    this.#isEdited = true;
    this.#notify();
  };

  #notify(): void {
    this.#listeners.forEach((listener) => {
      listener();
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

function textOf(html: string): string {
  return html.replaceAll(/<[^>]*>/gu, (tag) => (INLINE_TAG.test(tag) ? '' : ' '));
}
