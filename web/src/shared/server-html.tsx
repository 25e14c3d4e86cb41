/** The only place where HTML becomes nodes. The server has sanitised and rendered it. */
import { useMemo } from 'react';

import { htmlPolicy } from './trusted-types';

const policy = htmlPolicy('rich-text', (html) => html);

/** Returns HTML of the server for `dangerouslySetInnerHTML`. React keeps the nodes as long as the text is the same. */
export function useServerHtml(html: string): { __html: string } {
  return useMemo(() => ({ __html: policy.createHTML(html) }), [html]);
}

/** A part of the page as the server has drawn it, until the code of the client's is there; otherwise its place. */
export function ServerPart({ className }: { className: string }) {
  return (
    <div
      className={className}
      dangerouslySetInnerHTML={useServerHtml('')}
      suppressHydrationWarning
    />
  );
}
