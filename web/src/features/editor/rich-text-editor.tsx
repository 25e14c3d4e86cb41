import { lazyCode } from '../../shared/loading/lazy-code';
import { LazyPiece } from '../../shared/loading/lazy-piece';
import { loadChunk } from '../../shared/loading/load-chunk';
import { reportUpdate } from '../../shared/notices';
import { MissingPiece } from '../../shared/ui/missing-piece';
import type { EditorSurfaceProps } from './editor-surface';
import './editor.css';

const surface = lazyCode(
  async () => (await loadChunk(() => import('./editor-surface'))).EditorSurface,
);

/** The editor, which is fetched only where somebody writes. */
export function RichTextEditor(props: EditorSurfaceProps) {
  return (
    <LazyPiece
      code={surface}
      pending={
        <div className="editor editor-loading" data-height={props.height}>
          <div className="skeleton" />
        </div>
      }
      failed={(failure) => (
        <div className="editor editor-loading" data-height={props.height}>
          <MissingPiece {...failure}>
            The editor could not be loaded. Your text is kept.
          </MissingPiece>
        </div>
      )}
      onFailure={reportUpdate}
    >
      {(EditorSurface) => <EditorSurface {...props} />}
    </LazyPiece>
  );
}
