/** The text of an article: the server's HTML with event handlers and syntax highlighting. */
import { useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';

import { lazyCode } from './loading/lazy-code';
import { LazyChunk } from './loading/lazy-chunk';
import { loadChunk } from './loading/load-chunk';
import { reportChunkError, reportSiteUpdate } from './notices';
import { watchCopyButtons } from './rich-text/copy-buttons';
import { highlightCode } from './rich-text/highlight';
import type { Picture } from './rich-text/pictures';
import { useServerHtml } from './server-html';
import './styles/article.css';

const viewer = lazyCode(
  async () => (await loadChunk(() => import('./rich-text/picture-viewer'))).PictureViewer,
);

/** The text of an article: highlighted code with copy buttons, links to sections, pictures that open large. */
export function RichText({ html }: { html: string }) {
  const root = useRef<HTMLDivElement>(null);
  const [picture, setPicture] = useState<Picture | null>(null);
  const navigate = useNavigate();
  const content = useServerHtml(html);

  useLayoutEffect(() => {
    const element = root.current;
    if (!element) {
      return undefined;
    }
    const controller = new AbortController();
    const follow = (hash: string) =>
      void navigate({ search: location.search, hash }, { preventScrollReset: true });
    watchCopyButtons(element, controller.signal);
    // Pictures that loaded or failed before are handled then.
    loadChunk(() => import('./rich-text/controls')).then(({ watchControls }) => {
      if (!controller.signal.aborted) {
        watchControls(element, { openPicture: setPicture, follow }, controller.signal);
      }
    }, reportSiteUpdate);
    void highlightCode(element, controller.signal);
    return () => {
      controller.abort();
    };
  }, [html, navigate]);

  return (
    <>
      <div
        ref={root}
        className="rich-text"
        dangerouslySetInnerHTML={content}
        suppressHydrationWarning
      />
      {picture && (
        <LazyChunk
          code={viewer}
          onFailure={(error) => {
            reportChunkError(error);
            setPicture(null);
          }}
        >
          {(PictureViewer) => (
            <PictureViewer
              picture={picture}
              onClose={() => {
                setPicture(null);
              }}
            />
          )}
        </LazyChunk>
      )}
    </>
  );
}
