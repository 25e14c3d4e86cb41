import { Check, Link2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toast } from '../toast';

import { copyText } from '../clipboard';

const HINT_MS = 2_000;

/** Where a finger points, the sharing of the device is at hand; a mouse is better served by a copied link. */
const TOUCH = '(pointer: coarse)';

/** Shares a page of this site by the device's own means, else copies its address and says so for two seconds. */
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

/** Gives whether nothing is left to do: also when the reader thought better of it. */
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
