import { type RefObject, useSyncExternalStore } from 'react';

import { BlockBar } from './blocks/block-bar';
import { type KeyReader, SlashMenu } from './blocks/slash-menu';
import { useIsActive } from './blocks/use-is-active';
import { FormulaPreview } from './previews/formula-preview';
import type { EditorController } from './prosemirror/editor-controller';

type Props = {
  editor: EditorController;
  slashKeys: RefObject<KeyReader | null>;
  blockBar: RefObject<HTMLDivElement | null>;
  /** The element that stays above the text. */
  above: HTMLElement | null;
  onOpenForm: (form: 'picture' | 'video') => void;
};

/** The boxes that float beside the text: the menu of blocks, the tools of a block, a formula. */
export function EditorBoxes({ editor, slashKeys, blockBar, above, onOpenForm }: Props) {
  const { block } = useSyncExternalStore(editor.subscribe, editor.formats);
  const isActive = useIsActive(editor.root, blockBar);
  return (
    <>
      <SlashMenu editor={editor} keysRef={slashKeys} above={above} onOpenForm={onOpenForm} />
      {isActive && block?.kind === 'formula' && block.tex.trim() !== '' && (
        <FormulaPreview editor={editor} tex={block.tex} above={above} />
      )}
      {isActive && block !== null && block.kind !== 'formula' && (
        <BlockBar editor={editor} block={block} box={blockBar} above={above} />
      )}
    </>
  );
}
