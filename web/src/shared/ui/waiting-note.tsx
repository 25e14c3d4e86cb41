/** The note above a comment that its author alone sees. */
export function WaitingNote() {
  return (
    <p className="waiting-note">Your comment will be shown once a moderator has approved it</p>
  );
}
