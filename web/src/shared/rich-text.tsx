/**
 * The only place where HTML becomes nodes. The text was sanitised by the server when it was written;
 * here it is made ready in an inert document, so that no picture loads before it is known how.
 */
import { Suspense, lazy, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';

import { prepareCodeBlocks, watchCopyButtons } from './rich-text/code-blocks';
import { prepareColours } from './rich-text/colours';
import { type Heading, prepareHeadings } from './rich-text/headings';
import { highlightCode } from './rich-text/highlight';
import { watchInnerLinks } from './rich-text/inner-links';
import { type Picture, preparePictures, watchPictures } from './rich-text/pictures';
import { prepareTables, watchScrollers } from './rich-text/scrollers';
import { prepareVideos } from './rich-text/videos';
import './styles/article.css';

const PictureViewer = lazy(async () => ({
  default: (await import('./rich-text/picture-viewer')).PictureViewer,
}));

/** What `createHTML` gives is a TrustedHTML, which TypeScript's DOM does not know yet. */
type HtmlPolicy = { createHTML: (html: string) => string };
type WindowWithPolicies = Window & {
  trustedTypes?: { createPolicy: (name: string, rules: HtmlPolicy) => HtmlPolicy };
};

const { trustedTypes }: WindowWithPolicies = window;
const policy = trustedTypes?.createPolicy('rich-text', { createHTML: (html) => html });

export type RichTextContent = { fragment: DocumentFragment; headings: readonly Heading[] };

/** The text made ready to be shown, with its headings. */
export function useRichText(html: string): RichTextContent {
  return useMemo(() => readRichText(html), [html]);
}

function readRichText(html: string): RichTextContent {
  const template = document.createElement('template');
  template.innerHTML = policy ? policy.createHTML(html) : html;
  const fragment = template.content;
  const headings = prepareHeadings(fragment);
  prepareCodeBlocks(fragment);
  prepareTables(fragment);
  preparePictures(fragment);
  prepareVideos(fragment);
  prepareColours(fragment);
  return { fragment, headings };
}

/** An article's text: highlighted code that can be copied, headings that can be linked, pictures that open large. */
export function RichText({ content }: { content: RichTextContent }) {
  const root = useRef<HTMLDivElement>(null);
  const [picture, setPicture] = useState<Picture | null>(null);
  const navigate = useNavigate();

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
    element.replaceChildren(content.fragment.cloneNode(true));
    watchScrollers(element, gone.signal);
    void highlightCode(element, gone.signal);
    return () => {
      gone.abort();
    };
  }, [content, navigate]);

  return (
    <>
      <div ref={root} className="rich-text" />
      {picture && (
        <Suspense>
          <PictureViewer
            picture={picture}
            onClose={() => {
              setPicture(null);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
