import { ShownOnce } from '../../shared/ui/shown-once';

type Props = { text: string; onDone: () => void };

/** A new API key. */
export function NewKey({ text, onDone }: Props) {
  return (
    <ShownOnce title="Your new key" heading="h3" text={text} onDone={onDone}>
      It is shown only now: keep it where the program finds it and nobody else. It goes into the
      header <code>Authorization: Bearer</code>.
    </ShownOnce>
  );
}
