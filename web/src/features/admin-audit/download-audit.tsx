import { Download } from 'lucide-react';
import { useState } from 'react';

import type { Failure } from '../../shared/ui/use-failure';
import { exportAudit } from './api';
import type { AuditFilter } from './use-audit-address';

type Props = { filter: AuditFilter; failure: Failure };

/** Saves what is listed as a file for spreadsheets. */
export function DownloadAudit({ filter, failure }: Props) {
  const [isBusy, setIsBusy] = useState(false);

  async function download() {
    setIsBusy(true);
    try {
      save(await exportAudit(filter));
    } catch (error) {
      failure.show(error, 'Failed to download the audit log');
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <button
      type="button"
      className="button"
      aria-disabled={isBusy}
      onClick={() => {
        if (!isBusy) {
          void download();
        }
      }}
    >
      <Download aria-hidden />
      {isBusy ? 'Downloading...' : 'Download CSV'}
    </button>
  );
}

function save(file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = 'audit.csv';
  link.click();
  URL.revokeObjectURL(link.href);
}
