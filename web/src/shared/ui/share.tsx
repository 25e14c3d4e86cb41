import { Check, Link2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toast } from '../toast';

import { copyText } from '../clipboard';

const HINT_MS = 2_000;

/** Touch devices have a native share dialog at hand; with a mouse a copied link is more useful. */
const TOUCH = '(pointer: coarse)';

/** A button that shares a page by the device's dialog, or copies its address and shows that for two seconds. */
export function ShareButton({ path }: { path: string }) {
  const [isCopied, setCopied] = useState(false);

  async function share() {
    const url = `${window.location.origin}${path}`;
    if (await shareOnDevice({ title: document.title, url })) {
      return;
    }
    if (await copyText(url)) {
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

/** Returns whether sharing is done, also when the user cancelled the dialog. */
async function shareOnDevice(page: ShareData): Promise<boolean> {
  if (!('share' in navigator) || !window.matchMedia(TOUCH).matches) {
    return false;
  }
  try {
    await navigator.share(page);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
