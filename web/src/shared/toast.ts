/** Short messages over the page. The component that shows them is loaded with the first one. */
import { createListeners } from './listeners';

/** A button of a message. */
export type Action = { label: string; run: () => void };

export type Message = { kind: 'success' | 'error'; text: string; action?: Action };

const SHOWN_MS = 3_000;
/** Long enough to read the message, reach the button and press it. */
const ACTION_SHOWN_MS = 8_000;

/** Returns how long a message is shown, in milliseconds. */
export function durationMs({ action }: Message): number {
  return action ? ACTION_SHOWN_MS : SHOWN_MS;
}

type Show = (message: Message) => void;

const { subscribe, notify } = createListeners();
let hasMessages = false;
let show: Show | null = null;
let pending: readonly Message[] = [];

export const toast = {
  success: (text: string, action?: Action) => {
    send({ kind: 'success', text, ...(action && { action }) });
  },
  error: (text: string) => {
    send({ kind: 'error', text });
  },
};

function send(message: Message): void {
  if (show) {
    show(message);
    return;
  }
  pending = [...pending, message];
  hasMessages = true;
  notify();
}

/** Whether there was ever a message, as a store. */
export const toasts = { subscribe, haveMessages: () => hasMessages };

/** Sends messages to `next`, the pending ones first. Returns a function that stops that. */
export function setToastHandler(next: Show): () => void {
  show = next;
  pending.forEach(next);
  pending = [];
  return () => {
    show = null;
  };
}
