/** The text of a note: plain, with its line breaks. */
export function NoteText({ text }: { text: string }) {
  return (
    <p className="note-text" dir="auto">
      {text}
    </p>
  );
}
