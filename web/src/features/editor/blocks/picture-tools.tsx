import type { EditorController } from '../prosemirror/editor-controller';

/** `alt` is empty for a decorative picture, and null without an alternative text. */
type Props = { editor: EditorController; alt: string | null };

/** The alternative text of a picture. */
export function PictureTools({ editor, alt }: Props) {
  const isDecorative = alt === '';
  return (
    <>
      <input
        type="text"
        className="picture-text"
        aria-label="Alternative text"
        placeholder={isDecorative ? 'Decorative: it is not read out' : 'Describe the image'}
        autoComplete="off"
        disabled={isDecorative}
        value={alt ?? ''}
        onChange={({ target }) => {
          editor.setAlternativeText(target.value === '' ? null : target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
            event.preventDefault();
            editor.focus();
          }
        }}
      />
      <label className="picture-decorative">
        <input
          type="checkbox"
          checked={isDecorative}
          onChange={({ target }) => {
            editor.setAlternativeText(target.checked ? '' : null);
          }}
        />
        Decorative
      </label>
    </>
  );
}
