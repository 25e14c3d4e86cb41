import type { ReactNode, SubmitEvent } from 'react';

import type { EditorController } from '../prosemirror/editor-controller';

/** The props of the forms that insert into the text. */
export type InsertFormProps = { editor: EditorController; onDone: () => void };

type Props = {
  children: ReactNode;
  button: string;
  aside?: ReactNode;
  onSubmit: () => Promise<void>;
};

/** A form inside the post form: its submit event does not reach the outer one. */
export function InsertForm({ children, button, aside, onSubmit }: Props) {
  function submit(event: SubmitEvent) {
    event.preventDefault();
    event.stopPropagation();
    void onSubmit();
  }
  return (
    <form className="form insert-form" noValidate onSubmit={submit}>
      {children}
      <div className="insert-actions">
        {aside}
        <button type="submit" className="button button-primary button-small">
          {button}
        </button>
      </div>
    </form>
  );
}
