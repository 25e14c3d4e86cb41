/** What is too large for the local storage, in a database of the browser. One that has none keeps nothing. */

const DATABASE = 'unsaved-work';
const STORE = 'drafts';

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

export async function forgetLarge(key: string): Promise<void> {
  try {
    await inStore('readwrite', (store) => store.delete(key));
  } catch {
    // It was never kept.
  }
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(STORE);
  };
  const database = await done(opening);
  try {
    const transaction = database.transaction(STORE, mode);
    const result = await done(act(transaction.objectStore(STORE)));
    return result;
  } finally {
    database.close();
  }
}

function done<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => {
      resolve(request.result);
    };
    request.onerror = () => {
      reject(request.error ?? new Error('The database did not answer'));
    };
  });
}
