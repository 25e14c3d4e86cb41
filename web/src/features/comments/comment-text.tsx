import { useIsHydrating } from '../../shared/hydration';
import { linkify } from './linkify';

/** Plain text with its line breaks, and with web addresses as links. */
export function CommentText({ text }: { text: string }) {
  const pieces = useIsHydrating() ? [{ kind: 'text', text } as const] : linkify(text);
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
