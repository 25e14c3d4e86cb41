/** Unsaved work of this browser: small in the local storage, with pictures in its database. */
import { forget, readStoredJson } from '../../../shared/storage';
import { forgetLarge, readLarge, storeLarge } from './large-store';

/** A form as it was left; `tags` as they were typed. */
export type WrittenPost = {
  title: string;
  content: string;
  category: string;
  tags: string;
  featuredImage: string;
  /** A chosen file, which only the database can keep. */
  picture: File | null;
};

export type Draft = WrittenPost & { savedAt: string };

/** What is to hold by key, so that a draft that was dropped or written anew meanwhile does not come back. */
const latest = new Map<string, Draft>();

const DATA_PICTURE = /<img\b[^>]*\bsrc="data:[^"]*"[^>]*>/gu;

/** Keeps a draft, as much of it as can be kept. What fits into the local storage is there at once. */
export async function keepDraft(name: string, draft: Draft): Promise<void> {
  const key = keyOf(name);
  latest.set(key, draft);
  if (draft.picture === null && storeSmall(key, draft)) {
    await forgetLarge(key);
    return;
  }
  const isKept = await storeLarge(key, draft);
  if (latest.get(key) !== draft) {
    return;
  }
  if (isKept) {
    forget(key);
  } else {
    const content = draft.content.replace(DATA_PICTURE, '');
    storeSmall(key, { ...draft, picture: null, content });
  }
}

/** The draft that was kept last. */
export async function readDraft(name: string): Promise<Draft | null> {
  const key = keyOf(name);
  const small = readStoredJson(key, isDraft);
  const large = await readLarge(key);
  if (!isDraft(large)) {
    return small;
  }
  return small && small.savedAt > large.savedAt ? small : large;
}

export async function dropDraft(name: string): Promise<void> {
  const key = keyOf(name);
  latest.delete(key);
  forget(key);
  await forgetLarge(key);
}

function keyOf(name: string): string {
  return `post-draft ${name}`;
}

/** Gives whether there was room for it. */
function storeSmall(key: string, draft: Draft): boolean {
  try {
    localStorage.setItem(key, JSON.stringify({ ...draft, picture: null }));
    return true;
  } catch {
    return false;
  }
}

function isDraft(value: unknown): value is Draft {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['title', 'content', 'category', 'tags', 'featuredImage', 'savedAt'].every(
      (name) => typeof Reflect.get(value, name) === 'string',
    ) &&
    'picture' in value &&
    (value.picture === null || value.picture instanceof File)
  );
}
