import { Send } from 'lucide-react';
import { useState } from 'react';

import { toast } from '../../shared/toast';
import type { Failure } from '../../shared/ui/use-failure';
import { sendTest } from './api';

/** The button that mails the newsletter as it is now to the one who presses it. */
export function TestButton({ failure }: { failure: Failure }) {
  const [isSending, setSending] = useState(false);

  async function send() {
    setSending(true);
    try {
      toast.success(await sendTest());
    } catch (error) {
      failure.show(error, 'Failed to send the test');
    } finally {
      setSending(false);
    }
  }

  return (
    <button
      type="button"
      className="button"
      aria-disabled={isSending || undefined}
      onClick={() => {
        if (!isSending) {
          void send();
        }
      }}
    >
      <Send aria-hidden />
      {isSending ? 'Sending...' : 'Send me a test'}
    </button>
  );
}
