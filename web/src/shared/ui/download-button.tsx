import { Download } from 'lucide-react';
import { useState } from 'react';

import type { Failure } from './use-failure';

type Props = {
  /** The name of the file. */
  name: string;
  load: () => Promise<Blob>;
  failure: Failure;
  /** What is said if loading fails without a message of the server. */
  fallback: string;
  /** What the button says; `Download CSV` by default. */
  label?: string;
};

/** Loads a file for spreadsheets and saves it. */
export function DownloadButton(props: Props) {
  const { name, load, failure, fallback, label = 'Download CSV' } = props;
  const [isBusy, setIsBusy] = useState(false);

  async function download() {
    setIsBusy(true);
    try {
      save(name, await load());
    } catch (error) {
      failure.show(error, fallback);
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
      {isBusy ? 'Downloading...' : label}
    </button>
  );
}

function save(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
