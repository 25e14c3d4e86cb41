import { lazyCode } from '../../shared/loading/lazy-code';
import { LazyChunk } from '../../shared/loading/lazy-chunk';
import { loadChunk } from '../../shared/loading/load-chunk';
import { reportSiteUpdate } from '../../shared/notices';
import { ChunkErrorMessage } from '../../shared/ui/chunk-error-message';
import type { EditorSurfaceProps } from './editor-surface';
import './editor.css';

const surface = lazyCode(
  async () => (await loadChunk(() => import('./editor-surface'))).EditorSurface,
);

/** The editor; its code is loaded on demand. */
export function RichTextEditor(props: EditorSurfaceProps) {
  return (
    <LazyChunk
      code={surface}
      pending={
        <div className="editor editor-loading" data-height={props.height}>
          <div className="skeleton" />
        </div>
      }
      failed={(failure) => (
        <div className="editor editor-loading" data-height={props.height}>
          <ChunkErrorMessage {...failure}>
            The editor could not be loaded. Your text is kept.
          </ChunkErrorMessage>
        </div>
      )}
      onFailure={reportSiteUpdate}
    >
      {(EditorSurface) => <EditorSurface {...props} />}
    </LazyChunk>
  );
}
