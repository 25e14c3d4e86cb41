import { useEffect, useEffectEvent, useState } from 'react';

import { readStored, store } from '../../shared/storage';

const STORED = 'moderation-keys';

/** The keys of the queue, with their effects for the help. */
export const QUEUE_KEYS = [
  { key: 'j', effect: 'next comment' },
  { key: 'k', effect: 'previous comment' },
  { key: 'x', effect: 'select' },
  { key: 'a', effect: 'approve' },
  { key: 'r', effect: 'remove' },
  { key: 's', effect: 'spam' },
  { key: 'd', effect: 'dismiss the reports' },
  { key: 'b', effect: 'silence or ban the author' },
  { key: 'z', effect: 'undo' },
  { key: '?', effect: 'show or hide this help' },
] as const;

export type QueueKey = (typeof QUEUE_KEYS)[number]['key'];

/** Whether the single keys are on, which the browser remembers: assistive technology may need them for itself. */
export function useKeysSwitch() {
  const [isOn, setOn] = useState(() => readStored(STORED) !== 'off');
  return {
    isOn,
    set: (next: boolean) => {
      store(STORED, next ? 'on' : 'off');
      setOn(next);
    },
  };
}

/** Calls `press` for the keys of the queue, but while something is typed or a dialog is open. */
export function useQueueKeys(isOn: boolean, press: (key: QueueKey) => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const { altKey, ctrlKey, metaKey, target } = event;
    const pressed = QUEUE_KEYS.find(({ key }) => key === event.key);
    if (!pressed || altKey || ctrlKey || metaKey || event.defaultPrevented || isTyping(target)) {
      return;
    }
    if (document.querySelector('[role="alertdialog"], [role="dialog"]')) {
      return;
    }
    event.preventDefault();
    press(pressed.key);
  });
  useEffect(() => {
    if (!isOn) {
      return undefined;
    }
    const listener = (event: KeyboardEvent) => {
      handle(event);
    };
    document.addEventListener('keydown', listener);
    return () => {
      document.removeEventListener('keydown', listener);
    };
  }, [isOn]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable="true"]')
  );
}
