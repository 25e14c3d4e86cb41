import { useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';

import { EditorBoxes } from './editor-boxes';
import type { EditorContent } from './editor-content';
import './editor-text.css';
import { Preview } from './previews/preview';
import { MarkdownOffer } from './source/markdown-offer';
import { Toolbar } from './toolbar/toolbar';
import { useEditor } from './use-editor';

const PLACEHOLDER = 'Write your post…';
const TOOLS_KEYS = 'Alt+F10';

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
  const blockBar = useRef<HTMLDivElement>(null);
  const offer = useRef<HTMLDivElement>(null);
  const { editor, mount, drawings, slashKeys, openForm, setOpenForm, pasted, keepPasted } =
    useEditor(content);

  useEffect(() => {
    if (editor) {
      setAttributes(editor.root, {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-describedby': [describedBy, hintId].filter(Boolean).join(' '),
        'aria-invalid': String(isInvalid),
        'aria-keyshortcuts': TOOLS_KEYS,
        'data-placeholder': PLACEHOLDER,
      });
    }
  }, [editor, label, describedBy, hintId, isInvalid]);

  useEffect(() => {
    const stop = new AbortController();
    editor?.root.addEventListener(
      'keydown',
      (event) => {
        if (event.altKey && event.key === 'F10') {
          event.preventDefault();
          focusFirst(offer.current, blockBar.current, toolbar);
        }
      },
      { signal: stop.signal },
    );
    return () => {
      stop.abort();
    };
  }, [editor, toolbar]);

  return (
    <div className="editor" data-height={height} data-invalid={isInvalid || undefined}>
      {editor &&
        toolbar &&
        createPortal(
          <Toolbar editor={editor} openForm={openForm} onOpenForm={setOpenForm} />,
          toolbar,
        )}
      <div ref={mount} className="editor-text" />
      <p id={hintId} className="visually-hidden">
        In lists and code Tab indents; Esc and then Tab leads out. A slash at the start of a line
        opens the menu of blocks. Alt+F10 leads to the tools, Esc back.
      </p>
      {drawings.map(({ key, html, into }) => createPortal(<Preview html={html} />, into, key))}
      {editor && (
        <EditorBoxes
          editor={editor}
          slashKeys={slashKeys}
          blockBar={blockBar}
          above={toolbar}
          onOpenForm={setOpenForm}
        />
      )}
      <div role="status" className="markdown-offers">
        {editor && pasted && (
          <MarkdownOffer
            pasted={pasted}
            box={offer}
            onKeep={keepPasted}
            onDone={() => {
              editor.focus();
            }}
          />
        )}
      </div>
    </div>
  );
}

function setAttributes(element: HTMLElement, attributes: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, value);
  }
}

/** Focuses the first control in the first of some boxes that is shown. */
function focusFirst(...boxes: readonly (HTMLElement | null)[]) {
  const box = boxes.find((candidate) => candidate?.querySelector('button, input'));
  box?.querySelector<HTMLElement>('button, input:enabled')?.focus();
}
