/**
 * The only place where HTML becomes nodes. The server sanitised the text and made it ready for reading; what
 * is added here is what happens when it is pressed, and the colours of code.
 */
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';

import { lazyCode } from './loading/lazy-code';
import { LazyPiece } from './loading/lazy-piece';
import { loadChunk } from './loading/load-chunk';
import { reportMissing } from './notices';
import { watchCopyButtons } from './rich-text/copy-buttons';
import { highlightCode } from './rich-text/highlight';
import { watchInnerLinks } from './rich-text/inner-links';
import { type Picture, watchPictures } from './rich-text/pictures';
import { watchScrollers } from './rich-text/scrollers';
import './styles/article.css';
import { htmlPolicy } from './trusted-types';

const viewer = lazyCode(
  async () => (await loadChunk(() => import('./rich-text/picture-viewer'))).PictureViewer,
);

const policy = htmlPolicy('rich-text', (html) => html);

/** An article's text: highlighted code that can be copied, headings that can be linked, pictures that open large. */
export function RichText({ html }: { html: string }) {
  const root = useRef<HTMLDivElement>(null);
  const [picture, setPicture] = useState<Picture | null>(null);
  const navigate = useNavigate();
  // Whoever gives React the same object keeps the nodes that came of it.
  const content = useMemo(() => ({ __html: policy.createHTML(html) }), [html]);

  useLayoutEffect(() => {
    const element = root.current;
    if (!element) {
      return undefined;
    }
    const gone = new AbortController();
    watchCopyButtons(element, gone.signal);
    watchPictures(element, setPicture, gone.signal);
    watchInnerLinks(
      element,
      (hash) => void navigate({ hash }, { preventScrollReset: true }),
      gone.signal,
    );
    watchScrollers(element, gone.signal);
    void highlightCode(element, gone.signal);
    return () => {
      gone.abort();
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
        <LazyPiece
          code={viewer}
          onFailure={(error) => {
            reportMissing(error);
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
        </LazyPiece>
      )}
    </>
  );
}
