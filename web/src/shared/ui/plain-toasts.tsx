import { useEffect, useState } from 'react';

import { type Message, showToastsWith } from '../toast';

const SHOWN_MS = 3_000;

type Shown = Message & { id: number };

let lastId = 0;

/** The messages without their looks: said also where the code that shows them did not come. */
export function PlainToasts() {
  const [messages, setMessages] = useState<readonly Shown[]>([]);
  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const stop = showToastsWith((message) => {
      lastId += 1;
      const id = lastId;
      setMessages((present) => [...present, { ...message, id }]);
      const timer = setTimeout(() => {
        timers.delete(timer);
        setMessages((present) => present.filter((shown) => shown.id !== id));
      }, SHOWN_MS);
      timers.add(timer);
    });
    return () => {
      stop();
      timers.forEach(clearTimeout);
    };
  }, []);
  return (
    <div className="plain-toasts" aria-live="polite">
      {messages.map(({ id, text }) => (
        <p key={id} className="notice toast">
          {text}
        </p>
      ))}
    </div>
  );
}
