import type { ReactNode, SubmitEvent } from 'react';

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
