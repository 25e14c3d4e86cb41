import { Download } from 'lucide-react';
import { useState } from 'react';

import { saveFile } from '../save-file';
import type { Failure } from './use-failure';

type Props = {
  /** The name of the file. */
  name: string;
  /** What the button says. */
  text?: string;
  load: () => Promise<Blob>;
  failure: Failure;
  /** What is said if loading fails without a message of the server. */
  fallback: string;
  /** What the button says; `Download CSV` by default. */
  label?: string;
};

/** Loads a file, by default one for spreadsheets, and saves it. */
export function DownloadButton({ name, text = 'Download CSV', load, failure, fallback }: Props) {
  const [isBusy, setIsBusy] = useState(false);

  async function download() {
    setIsBusy(true);
    try {
      saveFile(name, await load());
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
      {isBusy ? 'Downloading...' : text}
    </button>
  );
}
