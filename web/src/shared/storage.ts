/** Access to the browser's storage. All functions work without one (private mode, a full disk). */

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // No storage: the value lasts for this page only.
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // No storage: nothing to remove.
  }
}

/** Calls `onChange` when another tab changes one of the keys. Returns a function that stops that. */
export function followStored(
  keys: readonly string[],
  onChange: (event: StorageEvent) => void,
): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === null || keys.includes(event.key)) {
      onChange(event);
    }
  };
  window.addEventListener('storage', listener);
  return () => {
    window.removeEventListener('storage', listener);
  };
}

/** Returns the stored JSON value; null if it is missing, invalid or rejected by `accept`. */
export function readStoredJson<Value>(
  key: string,
  accept: (value: unknown) => value is Value,
): Value | null {
  const text = readStored(key);
  if (text === null) {
    return null;
  }
  try {
    const value: unknown = JSON.parse(text);
    return accept(value) ? value : null;
  } catch {
    return null;
  }
}

/** The functions `…Tab` use the session storage, which lasts as long as the tab. */
export function readFromTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function storeInTab(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // No storage: the value lasts for this page only.
  }
}

export function removeFromTab(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // No storage: nothing to remove.
  }
}
