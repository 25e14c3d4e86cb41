import { useServerHtml } from '../server-html';

/** The text of a comment, as the server rendered it. */
export function CommentText({ html }: { html: string }) {
  return (
    <div
      className="comment-text"
      dir="auto"
      dangerouslySetInnerHTML={useServerHtml(html)}
      suppressHydrationWarning
    />
  );
}
