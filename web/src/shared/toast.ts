/** Short messages over the page. What shows them is loaded with the first one. */
import { createListeners } from './listeners';

/** What can be done about it while it is shown. */
export type Action = { label: string; run: () => void };

export type Message = { kind: 'success' | 'error'; text: string; action?: Action };

const SHOWN_MS = 3_000;
/** Long enough to read it, reach the button and press it. */
const ACTION_SHOWN_MS = 8_000;

/** How long a message stays. */
export function shownMs({ action }: Message): number {
  return action ? ACTION_SHOWN_MS : SHOWN_MS;
}

type Show = (message: Message) => void;

const { subscribe, tell } = createListeners();
let isWanted = false;
let show: Show | null = null;
let waiting: readonly Message[] = [];

export const toast = {
  success: (text: string, action?: Action) => {
    say({ kind: 'success', text, ...(action && { action }) });
  },
  error: (text: string) => {
    say({ kind: 'error', text });
  },
};

function say(message: Message): void {
  if (show) {
    show(message);
    return;
  }
  waiting = [...waiting, message];
  isWanted = true;
  tell();
}

/** Whether there was ever something to say. */
export const toasts = { subscribe, areWanted: () => isWanted };

/** From now on messages go to `next`, those that wait first; the returned function ends that. */
export function showToastsWith(next: Show): () => void {
  show = next;
  waiting.forEach(next);
  waiting = [];
  return () => {
    show = null;
  };
}
