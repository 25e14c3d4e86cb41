import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';

import { ApiError, messageFor } from '../../shared/api/errors';
import type { FinishAnswer, SecondProof } from '../../shared/api/types';
import { FormError } from '../../shared/form/form-error';
import { SecondStepForm } from '../../shared/form/second-step-form';
import { paths } from '../../shared/paths';
import { startSession } from '../../shared/session/session';
import { ErrorState } from '../../shared/ui/failure-states';
import { completeLogin, finishQuery } from './api';
import type { AuthState } from './auth-state';
import { LinkAccount } from './link-account';
import { LOGIN_TEXTS } from './texts';

type Props = {
  /** The code that came back from the provider. */
  code: string;
  /** Whether it may be used already. */
  isReady: boolean;
  /** Leads to the login, with the reason if it was not the person's choice. */
  onRestart: (reason?: string) => void;
};

/** The last steps of a sign-in by a provider. The page's guard navigates afterwards. */
export function FinishSignIn({ code, isReady, onRestart }: Props) {
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery({ ...finishQuery(code), enabled: isReady });
  const [later, setLater] = useState<FinishAnswer>();
  const answer = later ?? data;
  const isInvited = answer !== undefined && isNextStep(answer) && answer.nextStep === 'invitation';

  useEffect(() => {
    if (isInvited) {
      const state: AuthState = { providerCode: code };
      void navigate(paths.adminJoin, { replace: true, state });
    } else if (answer && 'token' in answer && answer.token) {
      startSession(answer.token, answer.user);
    }
  }, [answer, isInvited, code, navigate]);

  if (answer && 'ticket' in answer) {
    const complete = async (proof: SecondProof) => {
      setLater(await completeLogin(answer.ticket, proof));
    };
    return (
      <SecondStepForm
        complete={complete}
        methods={answer.methods}
        texts={LOGIN_TEXTS}
        onRestart={onRestart}
      />
    );
  }
  if (answer && isNextStep(answer) && !isInvited) {
    return (
      <LinkAccount
        code={code}
        email={answer.email}
        provider={answer.provider}
        onAnswer={setLater}
        onRestart={() => {
          onRestart();
        }}
      />
    );
  }
  if (error instanceof ApiError && error.status < 500) {
    return <Refusal message={error.message} onRestart={onRestart} />;
  }
  return error ? (
    <ErrorState
      message={messageFor(error, LOGIN_TEXTS.failure)}
      onRetry={() => {
        void refetch();
      }}
    />
  ) : (
    <p className="bare-lead" role="status">
      {LOGIN_TEXTS.busy}
    </p>
  );
}

type NextStep = Extract<FinishAnswer, { nextStep: unknown }>;

function isNextStep(answer: FinishAnswer): answer is NextStep {
  return 'nextStep' in answer;
}

type RefusalProps = { message: string; onRestart: () => void };

/** The error of a sign-in that will not succeed. */
function Refusal({ message, onRestart }: RefusalProps) {
  return (
    <>
      <FormError message={message || LOGIN_TEXTS.failure} />
      <button
        type="button"
        className="button button-wide"
        onClick={() => {
          onRestart();
        }}
      >
        Back to the login
      </button>
    </>
  );
}
