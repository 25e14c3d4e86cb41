/** The note in place of a comment by a reader whom this one muted. */
export function FoldedNote({ onShow }: { onShow: () => void }) {
  return (
    <p className="comment-gone">
      Comment by somebody you muted{' '}
      <button type="button" className="comment-action" onClick={onShow}>
        Show
      </button>
    </p>
  );
}
