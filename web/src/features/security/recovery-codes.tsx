import { Copy, Download, Printer } from 'lucide-react';
import { useEffect, useRef } from 'react';

import { copyText } from '../../shared/clipboard';
import { siteName } from '../../shared/site';
import { toast } from '../../shared/toast';

type Props = { codes: readonly string[]; onDone: () => void };

/** New recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const title = useRef<HTMLHeadingElement>(null);
  const text = codes.join('\n');

  // They replace what was done before, and are what comes next.
  useEffect(() => {
    title.current?.focus();
  }, []);

  async function copy() {
    if (await copyText(text)) {
      toast.success('The recovery codes are copied');
    } else {
      toast.error('Failed to copy the recovery codes');
    }
  }

  return (
    <div className="security-codes">
      <h3 ref={title} tabIndex={-1} className="security-codes-title">
        Save your recovery codes
      </h3>
      <p className="security-text">
        Without your app or passkey, each of them is good for one login. They are shown only now:
        keep them where you find them without your phone.
      </p>
      <ul className="security-code-list" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="security-actions security-no-print">
        <button type="button" className="button" onClick={() => void copy()}>
          <Copy aria-hidden />
          Copy
        </button>
        <a
          className="button"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download={`${siteName()} recovery codes.txt`}
        >
          <Download aria-hidden />
          Download
        </a>
        <button
          type="button"
          className="button"
          onClick={() => {
            window.print();
          }}
        >
          <Printer aria-hidden />
          Print
        </button>
        <button type="button" className="button button-primary" onClick={onDone}>
          I have saved them
        </button>
      </div>
    </div>
  );
}
