import { Check, Link2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toast } from '../toast';

import { copyText } from '../clipboard';

const HINT_MS = 2_000;

/** Copies the address of a page of this site, and says so for two seconds. */
export function ShareButton({ path }: { path: string }) {
  const [isCopied, setCopied] = useState(false);

  async function share() {
    if (await copyText(`${window.location.origin}${path}`)) {
      setCopied(true);
    } else {
      toast.error('Failed to copy link');
    }
  }

  useEffect(() => {
    if (!isCopied) {
      return undefined;
    }
    const timer = setTimeout(() => {
      setCopied(false);
    }, HINT_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [isCopied]);

  return (
    <button type="button" className="mark-button" onClick={() => void share()}>
      {isCopied ? <Check aria-hidden /> : <Link2 aria-hidden />}
      <span aria-live="polite">{isCopied ? 'Copied' : 'Share'}</span>
    </button>
  );
}
