import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';

import { setupQuery } from '../../../features/site-settings/setup/api';
import { SetupForm } from '../../../features/site-settings/setup/setup-form';
import { hasCode, isNotFound, messageFor } from '../../../shared/api/errors';
import type { SetupDone } from '../../../shared/api/types';
import { paths } from '../../../shared/paths';
import { startAdminSession } from '../../../shared/session/admin-session';
import { useLinkSecret } from '../../../shared/session/use-link-secret';
import { ErrorState } from '../../../shared/ui/failure-states';
import { LoadingRows } from '../../../shared/ui/loading-rows';
import { PageTitle, focusPageTitle } from '../../../shared/ui/page-title';

const SKELETONS = 3;

/** The page of the first start, whose address the server prints. */
export function SetupPage() {
  const token = useLinkSecret();
  return (
    <>
      <meta name="referrer" content="no-referrer" />
      <PageTitle title="Set up the site">Set up the site</PageTitle>
      {token === '' ? <Invalid /> : <Steps key={token} token={token} />}
    </>
  );
}

function Invalid() {
  return (
    <p className="bare-lead" role="alert">
      This address cannot be used: it is incomplete, a later start has replaced it, or it is older
      than a day. Start the server again, or read its log, for another one.
    </p>
  );
}

function Steps({ token }: { token: string }) {
  const { data, error, refetch } = useQuery(setupQuery(token));
  const [isInvalid, setInvalid] = useState(false);
  const [done, setDone] = useState<SetupDone | null>(null);

  if (done) {
    return <Done done={done} />;
  }
  if (isNotFound(error)) {
    return (
      <p className="bare-lead" role="alert">
        This site is set up already. <Link to={paths.adminLogin}>Sign in</Link>
      </p>
    );
  }
  if (isInvalid || hasCode(error, 'invalid_link')) {
    return <Invalid />;
  }
  if (error) {
    return (
      <ErrorState
        message={messageFor(error, 'Failed to look at the site')}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) {
    return <LoadingRows text="Loading..." rows={SKELETONS} />;
  }
  return (
    <SetupForm
      token={token}
      state={data}
      onDone={(finished) => {
        flushSync(() => {
          setDone(finished);
        });
        startAdminSession(finished.token, finished.admin);
        focusPageTitle();
      }}
      onInvalid={() => {
        // Whether it was used or has expired, the server knows.
        setInvalid(true);
        void refetch();
      }}
    />
  );
}

/** The way into the panel. A new document, whose frame has the new name and colours. */
function Done({ done }: { done: SetupDone }) {
  return (
    <>
      <p className="bare-lead" role="status">
        {done.message}, and you are signed in.
      </p>
      {done.sampleContent === 'failed' && (
        <p className="form-error" role="alert">
          The sample posts could not be written. The log of the server says why; blog-app seed demo
          writes them later.
        </p>
      )}
      <a className="button button-primary button-wide" href={paths.adminDashboard}>
        Go to the dashboard
      </a>
    </>
  );
}
