import { useEffect, useState } from 'react';

import { type Message, durationMs, setToastHandler } from '../toast';

type Shown = Message & { id: number };

let lastId = 0;

/** Unstyled messages, for when the code of the toaster failed to load. */
export function PlainToasts() {
  const [messages, setMessages] = useState<readonly Shown[]>([]);

  function dismiss(id: number) {
    setMessages((current) => current.filter((shown) => shown.id !== id));
  }

  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const stop = setToastHandler((message) => {
      lastId += 1;
      const id = lastId;
      setMessages((current) => [...current, { ...message, id }]);
      const timer = setTimeout(() => {
        timers.delete(timer);
        dismiss(id);
      }, durationMs(message));
      timers.add(timer);
    });
    return () => {
      stop();
      timers.forEach(clearTimeout);
    };
  }, []);

  return (
    <div className="plain-toasts" aria-live="polite">
      {messages.map(({ id, text, action }) => (
        <div key={id} className="notice toast">
          <p>{text}</p>
          {action && (
            <button
              type="button"
              className="button button-small"
              onClick={() => {
                dismiss(id);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
        </div>
      ))}
    </div>
  );
}
