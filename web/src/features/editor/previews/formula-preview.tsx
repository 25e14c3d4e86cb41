import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

import { boxParent, useFloating } from '../floating/use-floating';
import type { EditorController } from '../prosemirror/editor-controller';
import { Preview } from './preview';

/** The pause in writing after which a formula is drawn. */
const PAUSE_MS = 300;

type Props = { editor: EditorController; tex: string; above: HTMLElement | null };

/** The formula in the line at the caret, drawn beside it. */
export function FormulaPreview({ editor, tex, above }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState(tex);

  useFloating(box, {
    root: editor.root,
    above,
    anchor: () => editor.caretRect(),
    prefer: 'below',
  });

  useEffect(() => {
    const pause = setTimeout(() => {
      setDrawn(tex);
    }, PAUSE_MS);
    return () => {
      clearTimeout(pause);
    };
  }, [tex]);

  return createPortal(
    <div ref={box} className="formula-preview" role="group" aria-label="Formula">
      <Preview html={formulaHtml(drawn)} />
    </div>,
    boxParent(editor.root),
  );
}

/** Returns the stored form of a formula in a line. */
function formulaHtml(tex: string): string {
  const line = document.createElement('p');
  const code = document.createElement('code');
  code.className = 'language-math';
  code.textContent = tex;
  line.append(code);
  return line.outerHTML;
}
