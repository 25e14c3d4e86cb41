/** A key-value store in IndexedDB for values too large for the local storage. Without IndexedDB it stores nothing. */

const DATABASE = 'unsaved-work';
const STORE = 'drafts';

/** Stays open: a page that closes has no time left to open it. */
let opened: IDBDatabase | undefined;
let opening: Promise<IDBDatabase> | undefined;

/** Starts the transaction synchronously if the database is open. Returns whether the value was stored. */
export async function storeLarge(key: string, value: unknown): Promise<boolean> {
  try {
    await inStore('readwrite', (store) => store.put(value, key));
    return true;
  } catch {
    return false;
  }
}

export async function readLarge(key: string): Promise<unknown> {
  try {
    return await inStore('readonly', (store) => store.get(key));
  } catch {
    return undefined;
  }
}

/** Returns all keys of the store. */
export async function largeKeys(): Promise<string[]> {
  try {
    const keys = await inStore('readonly', (store) => store.getAllKeys());
    return keys.filter((key) => typeof key === 'string');
  } catch {
    return [];
  }
}

export async function forgetLarge(key: string): Promise<void> {
  try {
    await inStore('readwrite', (store) => store.delete(key));
  } catch {
    // No database: nothing to delete.
  }
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  operate: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = opened ?? (await open());
  const transaction = database.transaction(STORE, mode);
  const request = operate(transaction.objectStore(STORE));
  const completion = new Promise<Result>((resolve, reject) => {
    transaction.oncomplete = () => {
      resolve(request.result);
    };
    transaction.onabort = () => {
      reject(transaction.error ?? new Error('The database gave up'));
    };
  });
  transaction.commit();
  return completion;
}

function open(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(STORE);
    };
    request.onsuccess = () => {
      opened = request.result;
      opened.onclose = forgetDatabase;
      opened.onversionchange = () => {
        request.result.close();
        forgetDatabase();
      };
      resolve(opened);
    };
    request.onerror = () => {
      forgetDatabase();
      reject(request.error ?? new Error('The database could not be opened'));
    };
  });
  return opening;
}

function forgetDatabase(): void {
  opened = undefined;
  opening = undefined;
}
