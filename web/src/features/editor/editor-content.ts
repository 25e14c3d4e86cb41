import type { EditorController } from './quill/editor-controller';

/** The text of a form that the editor changes: it is there before the editor has arrived, and after it has gone. */
export class EditorContent {
  readonly #listeners = new Set<() => void>();
  #editor: EditorController | null = null;
  #html: string;

  constructor(html: string) {
    this.#html = html;
  }

  read(): string {
    return this.#editor?.getHtml() ?? this.#html;
  }

  write(html: string): void {
    this.#html = html;
    this.#editor?.setHtml(html);
  }

  focus(): void {
    this.#editor?.focus();
  }

  attach(editor: EditorController): void {
    this.#editor = editor;
    editor.setHtml(this.#html);
  }

  detach(): void {
    this.#html = this.read();
    this.#editor = null;
  }

  /** Somebody wrote. */
  readonly changed = (): void => {
    this.#listeners.forEach((tell) => {
      tell();
    });
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
