import { useEffect, useEffectEvent } from 'react';

type Combobox = {
  listId: string;
  /** Whether the list has options to show. */
  isShown: boolean;
  /** The id of the option that Enter chooses. */
  activeId: string | undefined;
  /** Moves to the next or the previous option. */
  onMove: (step: 1 | -1) => void;
  /** Chooses the active option. */
  onChoose: () => void;
  onClose: () => void;
};

/** Makes a text field, which stays as it is without this code, the field of a combobox after the pattern of WAI-ARIA. */
export function useCombobox(input: HTMLInputElement, combobox: Combobox): void {
  const { listId, isShown, activeId, onClose } = combobox;
  const close = useEffectEvent(onClose);
  const pressKey = useEffectEvent((event: KeyboardEvent) => {
    if (!event.isComposing && usesKey(event.key, combobox)) {
      event.preventDefault();
    }
  });

  useEffect(() => {
    const attributes = {
      role: 'combobox',
      autocomplete: 'off',
      'aria-autocomplete': 'list',
      'aria-controls': listId,
    };
    for (const [name, value] of Object.entries(attributes)) {
      input.setAttribute(name, value);
    }
    return () => {
      for (const name of [...Object.keys(attributes), 'aria-expanded', 'aria-activedescendant']) {
        input.removeAttribute(name);
      }
    };
  }, [input, listId]);

  useEffect(() => {
    input.setAttribute('aria-expanded', String(isShown));
    if (activeId === undefined) {
      input.removeAttribute('aria-activedescendant');
    } else {
      input.setAttribute('aria-activedescendant', activeId);
      document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
    }
  }, [input, isShown, activeId]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      pressKey(event);
    };
    const onBlur = () => {
      close();
    };
    input.addEventListener('keydown', onKeyDown);
    input.addEventListener('blur', onBlur);
    return () => {
      input.removeEventListener('keydown', onKeyDown);
      input.removeEventListener('blur', onBlur);
    };
  }, [input]);
}

/** Reads a key, and returns whether it was for the list. */
function usesKey(key: string, { isShown, activeId, onMove, onChoose, onClose }: Combobox): boolean {
  if (key === 'Enter' && (!isShown || activeId === undefined)) {
    // The field searches for its text: suggestions that are still on their way would cover what it finds.
    onClose();
    return false;
  }
  if (!isShown) {
    return false;
  }
  switch (key) {
    case 'ArrowDown':
      onMove(1);
      return true;
    case 'ArrowUp':
      onMove(-1);
      return true;
    case 'Enter':
      onChoose();
      return true;
    case 'Escape':
      onClose();
      return true;
    default:
      return false;
  }
}
