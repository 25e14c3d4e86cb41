import { useState } from 'react';

import { messageFor } from '../../shared/api/errors';
import type { MailTest } from '../../shared/api/types';

type Props = {
  children: string;
  /** Where the mail goes. */
  to: string;
  /** Sends it; `null` if the form has errors. */
  send: () => Promise<MailTest | null>;
};

/** A button that sends a test mail, with what the mail server said. */
export function MailTestButton({ children, to, send }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ isSent: boolean; text: string } | null>(null);

  async function test() {
    setBusy(true);
    setOutcome(null);
    try {
      const result = await send();
      if (result) {
        const text = result.isSent
          ? `The mail to ${to} was sent.`
          : (result.error ?? 'The mail was not sent');
        setOutcome({ isSent: result.isSent, text });
      }
    } catch (error) {
      setOutcome({ isSent: false, text: messageFor(error, 'The mail was not sent') });
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="site-mail-test">
      <button
        type="button"
        className="button"
        aria-disabled={isBusy || undefined}
        onClick={() => {
          if (!isBusy) {
            void test();
          }
        }}
      >
        {isBusy ? 'Sending...' : children}
      </button>
      <p role="status" className={outcome?.isSent === false ? 'field-error' : 'checkbox-hint'}>
        {outcome?.text}
      </p>
    </div>
  );
}
