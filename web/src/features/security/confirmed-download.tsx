import { Download } from 'lucide-react';
import { useState } from 'react';

import type { Confirmation } from '../../shared/api/types';
import { saveFile } from '../../shared/save-file';
import { toast } from '../../shared/toast';
import { ConfirmationDialog } from './confirmation-dialog';
import { useFactors } from './factors';
import { Pending } from './pending';
import type { SecuredAccount } from './security';

type Props = {
  account: SecuredAccount;
  /** The text of the button, and the title of the dialog that it opens. */
  buttonText: string;
  title: string;
  description: string;
  /** The name of the file. */
  name: string;
  load: (confirmation: Confirmation) => Promise<Blob>;
};

/** Downloads a file for which the password is asked, and a code or a passkey where the account has a second factor. */
export function ConfirmedDownload({ buttonText, ...question }: Props) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        className="button"
        onClick={() => {
          setAsking(true);
        }}
      >
        <Download aria-hidden />
        {buttonText}
      </button>
      {isAsking && (
        <Question
          {...question}
          onClose={() => {
            setAsking(false);
          }}
        />
      )}
    </>
  );
}

type QuestionProps = Omit<Props, 'buttonText'> & { onClose: () => void };

function Question({ account, title, description, name, load, onClose }: QuestionProps) {
  const { data, error, refresh } = useFactors(account.kind);

  async function confirm(confirmation: Confirmation) {
    saveFile(name, await load(confirmation));
    toast.success('The download is ready');
  }

  if (!data) {
    return <Pending what="your second factor" error={error} onRetry={() => void refresh()} />;
  }
  return (
    <ConfirmationDialog
      email={account.email}
      factors={data.factors}
      title={title}
      description={description}
      confirmText="Download"
      busyText="Preparing..."
      tone="primary"
      confirm={confirm}
      onClose={onClose}
    />
  );
}
