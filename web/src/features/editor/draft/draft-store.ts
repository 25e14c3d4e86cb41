/**
 * Unsaved work of this browser, a slot for each draft: small in the local storage, with pictures in its database. None
 * is ever written over by another.
 */
import { forget, readStoredJson } from '../../../shared/storage';
import { heldDrafts } from './draft-locks';
import { forgetLarge, largeKeys, readLarge, storeLarge } from './large-store';

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

/** A draft of an earlier visit, and where it lies. */
export type FoundDraft = Draft & { slot: string };

/** How much of a draft could be kept. */
export type Kept = 'whole' | 'without pictures' | 'too large' | 'nothing';

/** Of one form: what is beyond must be discarded by the writer, not by us. */
export const DRAFTS_MAX = 20;
/** Characters of one draft, with its pictures. */
export const DRAFT_LENGTH_MAX = 32 * 1024 * 1024;

/** Where drafts lay when a form had one only. */
const ONLY_SLOT = '';

/** What is to hold by key, so that a draft that was dropped or written anew meanwhile does not come back. */
const latest = new Map<string, Draft>();

const DATA_PICTURE = /<img\b[^>]*\bsrc="data:[^"]*"[^>]*>/gu;

/** A slot that no draft has. */
export function newSlot(): string {
  const parts = crypto.getRandomValues(new Uint32Array(2));
  return `${Date.now().toString(36)}-${[...parts].map((part) => part.toString(36)).join('')}`;
}

/** The name of a slot in this browser. */
export function keyOf(form: string, slot: string): string {
  return slot === ONLY_SLOT ? `post-draft ${form}` : `post-draft ${form} ${slot}`;
}

/** Keeps a draft, as much of it as can be kept. What fits into the local storage is there at once. */
export async function keepDraft(form: string, slot: string, draft: Draft): Promise<Kept> {
  const key = keyOf(form, slot);
  if (draft.content.length > DRAFT_LENGTH_MAX) {
    return 'too large';
  }
  latest.set(key, draft);
  if (draft.picture === null && storeSmall(key, draft)) {
    await forgetLarge(key);
    return 'whole';
  }
  const isKept = await storeLarge(key, draft);
  if (latest.get(key) !== draft) {
    return 'whole';
  }
  if (isKept) {
    forget(key);
    return 'whole';
  }
  const content = draft.content.replace(DATA_PICTURE, '');
  const isTextKept = storeSmall(key, { ...draft, picture: null, content });
  return isTextKept ? 'without pictures' : 'nothing';
}

/** Whether two drafts hold the same work, whenever it was kept. */
export function saysTheSame(one: WrittenPost, other: WrittenPost): boolean {
  return (
    isSameFile(one.picture, other.picture) &&
    (['title', 'content', 'category', 'tags', 'featuredImage'] as const).every(
      (field) => one[field] === other[field],
    )
  );
}

/** The drafts of a form that nobody is writing now, the newest first. Of equal ones all but the newest are deleted. */
export async function listDrafts(form: string): Promise<FoundDraft[]> {
  const held = await heldDrafts();
  const slots = [...smallKeys(), ...(await largeKeys())]
    .filter((key) => !held.has(key))
    .flatMap((key) => slotIn(key, form) ?? []);
  const found = await Promise.all(
    [...new Set(slots)].map(async (slot) => {
      const draft = await readDraft(form, slot);
      return draft ? [{ ...draft, slot }] : [];
    }),
  );
  const drafts = found
    .flat()
    .sort(
      (one, other) =>
        other.savedAt.localeCompare(one.savedAt) || one.slot.localeCompare(other.slot),
    );
  const isRepeated = (draft: FoundDraft) =>
    drafts.find((newer) => saysTheSame(newer, draft)) !== draft;
  await Promise.all(drafts.filter(isRepeated).map(({ slot }) => dropDraft(form, slot)));
  return drafts.filter((draft) => !isRepeated(draft));
}

export async function dropDraft(form: string, slot: string): Promise<void> {
  const key = keyOf(form, slot);
  latest.delete(key);
  forget(key);
  await forgetLarge(key);
}

async function readDraft(form: string, slot: string): Promise<Draft | null> {
  const key = keyOf(form, slot);
  const small = readStoredJson(key, isDraft);
  const large = await readLarge(key);
  if (!isDraft(large)) {
    return small;
  }
  return small && small.savedAt > large.savedAt ? small : large;
}

/** The slot of a key; undefined for a key that is none of this form. */
function slotIn(key: string, form: string): string | undefined {
  const only = keyOf(form, ONLY_SLOT);
  if (key === only) {
    return ONLY_SLOT;
  }
  return key.startsWith(`${only} `) ? key.slice(only.length + 1) : undefined;
}

function smallKeys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    // Nothing is kept here.
    return [];
  }
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

function isSameFile(one: File | null, other: File | null): boolean {
  return (
    one?.name === other?.name &&
    one?.type === other?.type &&
    one?.size === other?.size &&
    one?.lastModified === other?.lastModified
  );
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
