import { linkify } from './linkify';

/** Plain text as it was written: its line breaks show, its addresses are links. */
export function CommentText({ text }: { text: string }) {
  return (
    <p className="comment-text" dir="auto">
      {linkify(text).map((piece, index) =>
        piece.kind === 'link' ? (
          <a key={index} href={piece.text} rel="nofollow ugc noopener" target="_blank">
            {piece.text}
          </a>
        ) : (
          piece.text
        ),
      )}
    </p>
  );
}
