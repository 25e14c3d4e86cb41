import { Suspense, lazy } from 'react';

import type { EditorSurfaceProps } from './editor-surface';
import './editor.css';

const EditorSurface = lazy(async () => ({
  default: (await import('./editor-surface')).EditorSurface,
}));

/** The editor, which is fetched only where somebody writes. */
export function RichTextEditor(props: EditorSurfaceProps) {
  return (
    <Suspense
      fallback={
        <div className="editor editor-loading" data-height={props.height}>
          <div className="skeleton" />
        </div>
      }
    >
      <EditorSurface {...props} />
    </Suspense>
  );
}
