import { type RefObject, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';

import { boxParent, useFloating } from '../floating/use-floating';
import type { EditorController } from '../prosemirror/editor-controller';
import { BLOCK_CHOICES, type BlockChoice } from './block-choices';
import './blocks.css';
import { filterBlocks } from './filter-blocks';

/** Reads a key that is pressed in the text; returns whether it was used. */
export type KeyReader = (event: KeyboardEvent) => boolean;

type Props = {
  editor: EditorController;
  /** Holds the reader of the keys while the menu is open. */
  keysRef: RefObject<KeyReader | null>;
  above: HTMLElement | null;
  onOpenForm: (form: 'picture' | 'video') => void;
};

/** The menu of blocks that a slash at the start of a line opens. */
export function SlashMenu(props: Props) {
  const query = useSyncExternalStore(props.editor.subscribe, props.editor.slashQuery);
  const choices = query === null ? [] : filterBlocks(BLOCK_CHOICES, query);
  return choices.length > 0 && <Choices key={query} {...props} choices={choices} />;
}

function Choices({
  editor,
  keysRef,
  above,
  onOpenForm,
  choices,
}: Props & { choices: BlockChoice[] }) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);

  function choose(choice: BlockChoice | undefined) {
    editor.runSlash(() => {
      choice?.insert(editor, onOpenForm);
    });
  }

  function readKey(event: KeyboardEvent): boolean {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) {
      return false;
    }
    switch (event.key) {
      case 'ArrowDown':
        setActive((active + 1) % choices.length);
        break;
      case 'ArrowUp':
        setActive((active + choices.length - 1) % choices.length);
        break;
      case 'Enter':
      case 'Tab':
        choose(choices[active]);
        break;
      case 'Escape':
        editor.closeSlash();
        break;
      default:
        return false;
    }
    event.preventDefault();
    return true;
  }

  useFloating(box, {
    root: editor.root,
    above,
    anchor: () => editor.caretRect(),
    prefer: 'below',
    onAway: () => {
      editor.closeSlash();
    },
  });

  useEffect(() => {
    keysRef.current = readKey;
    editor.root.setAttribute('aria-activedescendant', `${id}-${active}`);
    box.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  });

  useEffect(() => {
    const { root } = editor;
    const close = () => {
      editor.closeSlash();
    };
    root.setAttribute('aria-haspopup', 'listbox');
    root.setAttribute('aria-controls', id);
    root.addEventListener('blur', close);
    return () => {
      keysRef.current = null;
      root.removeEventListener('blur', close);
      for (const name of ['activedescendant', 'haspopup', 'controls']) {
        root.removeAttribute(`aria-${name}`);
      }
    };
  }, [editor, id, keysRef]);

  return createPortal(
    <div
      ref={box}
      id={id}
      role="listbox"
      aria-label="Blocks"
      className="slash-menu"
      tabIndex={0}
      // Keeps the caret in the text.
      onMouseDown={(event) => {
        event.preventDefault();
      }}
    >
      {choices.map((choice, index) => (
        <button
          key={choice.label}
          id={`${id}-${index}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className="slash-choice"
          onClick={() => {
            choose(choice);
          }}
        >
          <choice.icon aria-hidden />
          {choice.label}
        </button>
      ))}
    </div>,
    boxParent(editor.root),
  );
}
