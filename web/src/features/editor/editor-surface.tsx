import { useCallback, useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { toast } from '../../shared/toast';

import type { EditorContent } from './editor-content';
import './editor-text.css';
import { EditorController } from './prosemirror/editor-controller';
import { Toolbar } from './toolbar/toolbar';
import type { OpenForm } from './toolbar/insert-forms';

const PLACEHOLDER = 'Write your post…';

export type EditorSurfaceProps = {
  content: EditorContent;
  /** The element for the toolbar; null until it is rendered. */
  toolbar: HTMLElement | null;
  label: string;
  height: 300 | 400;
  isInvalid?: boolean;
  describedBy?: string | undefined;
};

export function EditorSurface(props: EditorSurfaceProps) {
  const { content, toolbar, label, height, isInvalid = false, describedBy } = props;
  const hintId = useId();
  const [editor, setEditor] = useState<EditorController | null>(null);
  const [openForm, setOpenForm] = useState<OpenForm>(null);

  const mountEditor = useCallback(
    (holder: HTMLDivElement) => {
      const container = document.createElement('div');
      holder.append(container);
      const created = new EditorController(container, {
        onChange: content.changed,
        onRejected: (message) => {
          toast.error(message);
        },
        onLinkRequested: () => {
          setOpenForm('link');
        },
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
    [content],
  );

  useEffect(() => {
    if (editor) {
      setAttributes(editor.root, {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-describedby': [describedBy, hintId].filter(Boolean).join(' '),
        'aria-invalid': String(isInvalid),
        'data-placeholder': PLACEHOLDER,
      });
    }
  }, [editor, label, describedBy, hintId, isInvalid]);

  return (
    <div className="editor" data-height={height} data-invalid={isInvalid || undefined}>
      {editor &&
        toolbar &&
        createPortal(
          <Toolbar editor={editor} openForm={openForm} onOpenForm={setOpenForm} />,
          toolbar,
        )}
      <div ref={mountEditor} className="editor-text" />
      <p id={hintId} className="visually-hidden">
        In lists and code Tab indents; Esc and then Tab leads out.
      </p>
    </div>
  );
}

function setAttributes(element: HTMLElement, attributes: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, value);
  }
}
