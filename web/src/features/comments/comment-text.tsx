import { useIsServed } from '../../shared/served';
import { linkify } from './linkify';

/** Plain text as it was written: its line breaks show, its addresses are links. */
export function CommentText({ text }: { text: string }) {
  const pieces = useIsServed() ? [{ kind: 'text', text } as const] : linkify(text);
  return (
    <p className="comment-text" dir="auto">
      {pieces.map((piece, index) =>
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
