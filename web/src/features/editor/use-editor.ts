import { useCallback, useRef, useState } from 'react';
import { toast } from '../../shared/toast';

import type { KeyReader } from './blocks/slash-menu';
import type { EditorContent } from './editor-content';
import { useDrawings } from './previews/use-drawings';
import { EditorController, type PastedMarkdown } from './prosemirror/editor-controller';
import type { OpenForm } from './toolbar/insert-forms';

/** The editor of a text, and what it asks the page to show. */
export function useEditor(content: EditorContent) {
  const [editor, setEditor] = useState<EditorController | null>(null);
  const [openForm, setOpenForm] = useState<OpenForm>(null);
  const [pasted, setPasted] = useState<PastedMarkdown | null>(null);
  const slashKeys = useRef<KeyReader | null>(null);
  const { drawings, show } = useDrawings();

  const mount = useCallback(
    (holder: HTMLDivElement) => {
      const container = document.createElement('div');
      holder.append(container);
      const created = new EditorController(container, {
        onChange: () => {
          setPasted(null);
          content.changed();
        },
        onRejected: (message) => {
          toast.error(message);
        },
        onLinkRequested: () => {
          setOpenForm('link');
        },
        onMarkdownPasted: setPasted,
        onSlashKey: (event) => slashKeys.current?.(event) ?? false,
        showPreview: show,
      });
      content.attach(created);
      setEditor(created);
      return () => {
        content.detach();
        created.destroy();
        container.remove();
        setEditor(null);
      };
    },
    [content, show],
  );

  return {
    editor,
    mount,
    drawings,
    slashKeys,
    openForm,
    setOpenForm,
    pasted,
    keepPasted: () => {
      setPasted(null);
    },
  };
}
