import { RetryButton } from '../../shared/loading/retry-button';

type Props = { text: string; needsReload?: boolean; retry: () => void };

/** What failed in the comments, in its place, with a button to try again. */
export function FailureLine({ text, needsReload = false, retry }: Props) {
  return (
    <p className="comments-failure" role="alert">
      {`${text} `}
      <RetryButton needsReload={needsReload} retry={retry} className="link-button" />
    </p>
  );
}
