import type { ReactNode, SubmitEvent } from 'react';

import type { EditorController } from '../quill/editor-controller';

/** What a form is given that puts something into the text. */
export type InsertFormProps = { editor: EditorController; onDone: () => void };

type Props = {
  children: ReactNode;
  button: string;
  aside?: ReactNode;
  onSubmit: () => Promise<void>;
};

/** A form within the form of the post: what it sends stays with it. */
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
