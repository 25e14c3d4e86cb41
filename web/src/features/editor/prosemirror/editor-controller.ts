/** The interface of the editor: code outside of this folder does not use ProseMirror. */
import { redo, redoDepth, undo, undoDepth } from 'prosemirror-history';
import {
  AllSelection,
  type Command,
  EditorState,
  NodeSelection,
  type Transaction,
} from 'prosemirror-state';
import { type EditorProps, EditorView } from 'prosemirror-view';

import { isPicture, isPlayer } from '../html/addresses';
import { PostDocument } from '../html/post-document';
import type { CalloutKind } from '../schema/callouts';
import { nodes } from '../schema/schema';
import * as blocks from './commands/blocks';
import { insertFootnote } from './commands/footnotes';
import * as lists from './commands/lists';
import * as objects from './commands/objects';
import { COMMANDS, type Settable } from './commands/settable';
import { TABLE_COMMANDS, type TableCommand } from './commands/tables';
import * as words from './commands/words';
import { type CaretFormats, UNFORMATTED, areEqual, readFormats } from './formats';
import { PictureFiles } from './picture-files';
import type { PastedMarkdown } from './plugins/clipboard';
import { editorPlugins } from './plugins/plugins';
import { closeSlash, openSlash } from './plugins/slash';
import { withLastLine } from './plugins/text-end';
import type { ShowPreview } from './views/code-block-view';
import { COLOUR_VIEWS } from './views/colours';
import { markMissingPictures } from './views/missing-pictures';
import { nodeViews } from './views/views';

export type EditorOptions = {
  onChange: () => void;
  onRejected: (message: string) => void;
  onLinkRequested: () => void;
  /** Plain text that is Markdown was pasted. */
  onMarkdownPasted?: (pasted: PastedMarkdown) => void;
  /** Reads a key while the menu of blocks is open; returns whether it was used. */
  onSlashKey?: (event: KeyboardEvent) => boolean;
  showPreview?: ShowPreview;
};

export type { PastedMarkdown, TableCommand };

/** Selects a picture or an embed by a click. */
const selectObject: NonNullable<EditorProps['handleClickOn']> = (
  view,
  _,
  node,
  pos,
  _event,
  isDirect,
) => {
  const isObject = !node.isText && (node.isAtom || (isDirect && node.type === nodes.figure));
  if (isObject) {
    view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, pos)));
  }
  return isObject;
};

export class EditorController {
  readonly #view: EditorView;
  readonly #listeners = new Set<() => void>();
  readonly #options: EditorOptions;
  readonly #pictureFiles: PictureFiles;
  #post = new PostDocument('');
  #formats = UNFORMATTED;
  #query: string | null = null;
  #isCalling = false;

  constructor(container: HTMLElement, options: EditorOptions) {
    this.#options = options;
    this.#view = new EditorView(container, {
      state: this.#stateOf(this.#post),
      nodeViews: nodeViews(options.showPreview ?? (() => undefined)),
      markViews: COLOUR_VIEWS,
      dispatchTransaction: (tr) => {
        this.#apply(tr);
      },
      handleClickOn: selectObject,
    });
    this.#pictureFiles = new PictureFiles(this.#view, options.onRejected);
    markMissingPictures(this.#view.dom);
  }

  /** The editable element. */
  get root(): HTMLElement {
    return this.#view.dom;
  }

  destroy(): void {
    this.#view.destroy();
  }

  getHtml(): string {
    return this.#post.write(this.#view.state.doc);
  }

  setHtml(html: string): void {
    this.#post = new PostDocument(html);
    this.#view.updateState(this.#stateOf(this.#post));
    this.#notify();
  }

  /** Returns the text alone, for counting its words. */
  getText(): string {
    const { doc } = this.#view.state;
    return doc.textBetween(0, doc.content.size, ' ', ' ');
  }

  focus(): void {
    this.#view.focus();
  }

  selectAll(): void {
    this.#view.dispatch(this.#view.state.tr.setSelection(new AllSelection(this.#view.state.doc)));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly formats = (): CaretFormats => this.#formats;

  set<Name extends keyof Settable>(name: Name, value: Settable[Name]): void {
    this.#run(COMMANDS[name](value));
  }

  undo(): void {
    this.#run(undo);
  }

  redo(): void {
    this.#run(redo);
  }

  canUndo(): boolean {
    return Number(undoDepth(this.#view.state)) > 0;
  }

  canRedo(): boolean {
    return Number(redoDepth(this.#view.state)) > 0;
  }

  toggleCode(): void {
    this.#run(blocks.toggleCode);
  }

  /** Sets the language of the code block at the caret. */
  setLanguage(language: string): void {
    this.#run(blocks.setLanguage(language));
  }

  indent(step: '+1' | '-1'): void {
    this.#run(step === '+1' ? lists.indent : lists.outdent);
  }

  clearFormatting(): void {
    this.#run(blocks.clearFormatting);
  }

  /** Returns the link at the caret, or the selected text with an empty address. */
  selectedLink(): { address: string; text: string } {
    const { from, to } = words.linkRange(this.#view.state);
    return {
      address: words.linkAddress(this.#view.state),
      text: this.#view.state.doc.textBetween(from, to, ' '),
    };
  }

  setLink(address: string, label: string): void {
    this.#run(words.setLink(address, label));
  }

  removeLink(): void {
    this.#run(words.removeLink);
  }

  /** Returns the selected picture; null if there is none. `description` is null if it has no alternative text. */
  selectedPicture(): { address: string; description: string | null } | null {
    const { block } = readFormats(this.#view.state);
    return block?.kind === 'picture' ? { address: block.address, description: block.alt } : null;
  }

  /** Inserts a picture, or replaces the selected one and keeps its caption. */
  insertPicture(address: string, description: string): void {
    if (isPicture(address)) {
      this.#run(objects.insertPicture(address, description === '' ? null : description));
    }
  }

  /** Sets the alternative text of the selected picture: empty for a decorative one, null for none. */
  setAlternativeText(alt: string | null): void {
    objects.setAlternativeText(alt)(this.#view.state, this.#view.dispatch);
  }

  /** Selects the picture at this index in the text. */
  focusPicture(index: number): void {
    const image = this.#view.dom.querySelectorAll('img')[index];
    const element = image?.closest('figure') ?? image;
    this.#view.focus();
    this.#view.state.doc.descendants((_node, pos) => {
      if (element && this.#view.nodeDOM(pos) === element) {
        const { tr } = this.#view.state;
        this.#view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, pos)));
        element.scrollIntoView({ block: 'center' });
      }
    });
  }

  /** Inserts picture files at the caret, and reports why it rejects others. */
  insertPictureFiles(files: readonly File[]): void {
    void this.#pictureFiles.insert(files);
  }

  insertVideo(player: string): void {
    if (isPlayer(player)) {
      this.#run(objects.insertBlock(objects.video(player)));
    }
  }

  insertRule(): void {
    this.#run(objects.insertBlock(nodes.horizontal_rule.create()));
  }

  insertTable(rows = 3, columns = 3): void {
    this.#run(objects.insertBlock(objects.table(rows, columns)));
  }

  changeTable(command: TableCommand): void {
    this.#run(TABLE_COMMANDS[command]);
  }

  insertCallout(kind: CalloutKind): void {
    this.#run(objects.insertBlock(objects.callout(kind)));
  }

  setCallout(kind: CalloutKind): void {
    this.#run(objects.setCallout(kind));
  }

  insertFootnote(): void {
    this.#run(insertFootnote);
  }

  /** Inserts an empty code block: `math` for a formula, `mermaid` for a diagram. */
  insertCode(language: string, code = ''): void {
    this.#run(objects.insertBlock(blocks.codeBlock(code, language)));
  }

  /** Deletes the picture, table, callout or code block at the caret. */
  deleteBlock(): void {
    this.#run(objects.deleteBlock);
  }

  /** Returns what was typed after a slash at the start of a line; null if the menu of blocks is closed. */
  readonly slashQuery = (): string | null => this.#query;

  /** Removes the slash and runs an action in its place. */
  runSlash(action: () => void): void {
    const open = openSlash(this.#view.state);
    if (open) {
      const { selection, tr } = this.#view.state;
      this.#view.dispatch(tr.delete(open.from, selection.from));
      action();
    }
  }

  closeSlash(): void {
    this.#view.dispatch(closeSlash(this.#view.state));
  }

  /** Returns the place of the caret in the window. */
  caretRect(): { left: number; right: number; top: number; bottom: number } {
    return this.#view.coordsAtPos(this.#view.state.selection.head);
  }

  /** Returns the element of the block whose tools are shown; null if there is none. */
  toolElement(): HTMLElement | null {
    const pos = objects.toolPosition(this.#view.state);
    const dom = pos === null ? null : this.#view.nodeDOM(pos);
    return dom instanceof HTMLElement ? dom : null;
  }

  #stateOf(post: PostDocument): EditorState {
    const state = EditorState.create({
      doc: post.opened,
      plugins: editorPlugins({
        paste: {
          onFiles: (files) => {
            this.insertPictureFiles(files);
          },
          onMarkdown: (pasted) => this.#options.onMarkdownPasted?.(pasted),
        },
        onLinkRequested: this.#options.onLinkRequested,
        onSlashKey: (event) => this.#options.onSlashKey?.(event) ?? false,
      }),
    });
    const line = withLastLine(state);
    return line ? state.apply(line) : state;
  }

  #apply(tr: Transaction): void {
    const before = this.#view.state.doc;
    this.#pictureFiles.map(tr);
    this.#view.updateState(this.#view.state.apply(tr));
    if (this.#view.state.doc !== before) {
      this.#options.onChange();
    }
    this.#notify();
  }

  #notify(): void {
    const formats = readFormats(this.#view.state);
    const query = openSlash(this.#view.state)?.query ?? null;
    const isSame = areEqual(formats, this.#formats) && query === this.#query;
    if (!isSame) {
      this.#formats = formats;
      this.#query = query;
      this.#callListeners();
    }
  }

  /** Calls the listeners in a task of their own: drawing the toolbar does not hold up the typed character. */
  #callListeners(): void {
    if (!this.#isCalling) {
      this.#isCalling = true;
      setTimeout(() => {
        this.#isCalling = false;
        this.#listeners.forEach((listener) => {
          listener();
        });
      });
    }
  }

  #run(command: Command): void {
    this.#view.focus();
    command(this.#view.state, this.#view.dispatch, this.#view);
  }
}
