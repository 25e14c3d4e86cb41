import { CircleAlert, UserRoundX } from 'lucide-react';
import { Link } from 'react-router';

import { paths } from '../../shared/paths';
import { PageTitle, retryWithFocus } from '../../shared/ui/page-title';
import { useGoBack } from '../../shared/use-go-back';

export function ProfileNotFound() {
  const goBack = useGoBack();
  return (
    <div className="state state-page">
      <UserRoundX aria-hidden className="state-icon" />
      <PageTitle title="User not found" className="state-title">
        User not found
      </PageTitle>
      <p className="state-text">The account may have been deleted, or the address is mistyped.</p>
      <div className="state-actions">
        <button type="button" className="button" onClick={goBack}>
          Go Back
        </button>
        <Link to={paths.home} className="button button-primary">
          Go Home
        </Link>
      </div>
    </div>
  );
}

type Props = { message: string; onRetry: () => void };

export function ProfileFailure({ message, onRetry }: Props) {
  return (
    <div className="state state-page" role="alert">
      <CircleAlert aria-hidden className="state-icon" />
      <PageTitle title={message} className="state-title">
        {message}
      </PageTitle>
      <div className="state-actions">
        <button type="button" className="button button-primary" onClick={retryWithFocus(onRetry)}>
          Try again
        </button>
      </div>
    </div>
  );
}
