import { useEffect, useEffectEvent, useState } from 'react';

const PAUSE_MS = 120;

/** Returns the text of a field after a pause in typing. `onType` is called at once, with each letter. */
export function useTyped(input: HTMLInputElement, onType: () => void): string {
  const [text, setText] = useState('');
  const type = useEffectEvent(onType);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function read() {
      type();
      clearTimeout(timer);
      timer = setTimeout(() => {
        setText(input.value.trim());
      }, PAUSE_MS);
    }
    input.addEventListener('input', read);
    return () => {
      clearTimeout(timer);
      input.removeEventListener('input', read);
    };
  }, [input]);

  return text;
}
