/** What the browser keeps for us. One that keeps nothing (private mode, a full disk) still shows the site. */

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
    // Nothing can be kept here: the value holds for this page alone.
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // It was never kept.
  }
}

/** Tells when another tab changed one of these values. */
export function followStored(
  keys: readonly string[],
  onChange: (event: StorageEvent) => void,
): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === null || keys.includes(event.key)) {
      onChange(event);
    }
  };
  window.addEventListener('storage', follow);
  return () => {
    window.removeEventListener('storage', follow);
  };
}

/** A stored JSON value that `accept` takes; what is broken or foreign counts as not there. */
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

/** What only this tab keeps, and only while it is open. */
export function readForNow(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function storeForNow(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // Nothing can be kept here: the value holds for this page alone.
  }
}

export function forgetForNow(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // It was never kept.
  }
}
