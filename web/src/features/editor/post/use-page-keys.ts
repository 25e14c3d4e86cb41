import { useEffect, useEffectEvent } from 'react';

type Keys = { onSave: () => void; onFocusMode: () => void; onEscape: () => void };

/** The keys that switch the focus mode, as `aria-keyshortcuts`: no browser uses them. */
export const FOCUS_MODE_KEYS = 'Control+Alt+Shift+F';

/** Handles the keys of the page: Ctrl+S or ⌘S, those of the focus mode, and an Esc that nothing else has handled. */
export function usePageKeys({ onSave, onFocusMode, onEscape }: Keys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && !event.altKey && !event.shiftKey && isLetter(event, 's')) {
      // Never the browser's own dialog.
      event.preventDefault();
      if (!event.repeat) {
        onSave();
      }
    } else if (isCommand && event.altKey && event.shiftKey && isLetter(event, 'f')) {
      event.preventDefault();
      if (!event.repeat) {
        onFocusMode();
      }
    }
  });
  const onLateKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) {
      onEscape();
    }
  });

  useEffect(() => {
    const early = (event: KeyboardEvent) => {
      onKey(event);
    };
    const late = (event: KeyboardEvent) => {
      onLateKey(event);
    };
    window.addEventListener('keydown', early, { capture: true });
    window.addEventListener('keydown', late);
    return () => {
      window.removeEventListener('keydown', early, { capture: true });
      window.removeEventListener('keydown', late);
    };
  }, []);
}

/** Whether a key types this letter, or stands in its place on a keyboard of another script. */
function isLetter({ key, code }: KeyboardEvent, letter: string): boolean {
  return (
    key.toLowerCase() === letter ||
    (code === `Key${letter.toUpperCase()}` && !/^[a-z]$/iu.test(key))
  );
}
