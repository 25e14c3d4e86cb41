type Props = { text: string; retryText?: string; onRetry: () => void };

/** What failed in the comments, in its place, with a button to try again. */
export function FailureLine({ text, retryText = 'Try again', onRetry }: Props) {
  return (
    <p className="comments-failure" role="alert">
      {`${text} `}
      <button type="button" className="link-button" onClick={onRetry}>
        {retryText}
      </button>
    </p>
  );
}
