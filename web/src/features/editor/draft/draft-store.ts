/**
 * The unsaved drafts of this browser, each in a slot of its own: small ones in the local storage, those with pictures
 * in IndexedDB. No draft overwrites another.
 */
import { forget, readStoredJson } from '../../../shared/storage';
import { heldDrafts } from './draft-locks';
import { forgetLarge, largeKeys, readLarge, storeLarge } from './large-store';

/** The values of the post form; `tags` as they were typed. Those of a static page leave most of them empty. */
export type PostFormValues = {
  title: string;
  content: string;
  category: string;
  tags: string;
  slug: string;
  canonicalUrl: string;
  featuredImage: string;
  /** Whether it is to be closed for comments; null leaves that as it is. */
  commentsClosed: boolean | null;
  /** Whether its followers are to be told of it; null leaves that as it is. */
  announce: boolean | null;
  /** A chosen file, which only IndexedDB can store. */
  picture: File | null;
  /** What search engines show of a static page; absent for a post. */
  description?: string;
};

export type Draft = PostFormValues & {
  savedAt: string;
  /** The number of the revision of the post that the draft began from; absent where that is unknown. */
  baseRevision?: number;
};

type LaterFields = Pick<Draft, 'slug' | 'canonicalUrl' | 'commentsClosed' | 'announce'>;
/** A draft as it was stored, perhaps by a version whose form had fewer fields. */
type StoredDraft = Omit<Draft, keyof LaterFields> & Partial<LaterFields>;

/** A draft of an earlier visit with its slot. */
export type FoundDraft = Draft & {
  slot: string;
  /** The autosave with the same text; absent if the server has none. */
  autosave?: {
    key: string;
    /** Whether this browser does not have the draft. */
    isOnly: boolean;
  };
};

/** How much of a draft was stored. */
export type StoredPart = 'whole' | 'without pictures' | 'too large' | 'nothing';

/** The limit for a form; the writer must discard drafts above it. */
export const DRAFTS_MAX = 20;
/** The limit of a draft with its pictures, in characters. */
export const DRAFT_LENGTH_MAX = 32 * 1024 * 1024;

/** The slot of drafts stored before forms had several. */
const LEGACY_SLOT = '';

/** The latest draft of each key, so that a slow write cannot restore a dropped or replaced draft. */
const latest = new Map<string, Draft>();

const COMPARED = [
  'title',
  'content',
  'category',
  'tags',
  'canonicalUrl',
  'featuredImage',
  'commentsClosed',
  'announce',
  'description',
] as const;

const DATA_PICTURE = /<img\b[^>]*\bsrc="data:[^"]*"[^>]*>/gu;

/** Returns an unused slot. */
export function newSlot(): string {
  const parts = crypto.getRandomValues(new Uint32Array(2));
  return `${Date.now().toString(36)}-${[...parts].map((part) => part.toString(36)).join('')}`;
}

/** Returns what was written, without the place where it was found. */
export function draftIn(found: FoundDraft): Draft {
  const { title, content, category, tags, slug, canonicalUrl } = found;
  const { featuredImage, commentsClosed, announce, picture, description } = found;
  const { savedAt, baseRevision } = found;
  return {
    title,
    content,
    category,
    tags,
    slug,
    canonicalUrl,
    featuredImage,
    commentsClosed,
    announce,
    picture,
    savedAt,
    ...(description !== undefined && { description }),
    ...(baseRevision !== undefined && { baseRevision }),
  };
}

/** Returns the storage key of a slot. */
export function keyOf(form: string, slot: string): string {
  return slot === LEGACY_SLOT ? `post-draft ${form}` : `post-draft ${form} ${slot}`;
}

/** Stores as much of a draft as possible. What fits into the local storage is stored synchronously. */
export async function storeDraft(form: string, slot: string, draft: Draft): Promise<StoredPart> {
  const key = keyOf(form, slot);
  if (draft.content.length > DRAFT_LENGTH_MAX) {
    return 'too large';
  }
  latest.set(key, draft);
  if (draft.picture === null && storeSmall(key, draft)) {
    await forgetLarge(key);
    return 'whole';
  }
  const isStored = await storeLarge(key, draft);
  if (latest.get(key) !== draft) {
    return 'whole';
  }
  if (isStored) {
    forget(key);
    return 'whole';
  }
  const content = draft.content.replace(DATA_PICTURE, '');
  const isTextStored = storeSmall(key, { ...draft, picture: null, content });
  return isTextStored ? 'without pictures' : 'nothing';
}

/** Whether two drafts have the same content, whatever their times. */
export function hasSameContent(one: PostFormValues, other: PostFormValues): boolean {
  return (
    isSameFile(one.picture, other.picture) &&
    // An empty slug leaves it as it is.
    (one.slug === other.slug || one.slug === '' || other.slug === '') &&
    COMPARED.every((field) => one[field] === other[field])
  );
}

/** Returns the unlocked drafts of a form, the newest first. Deletes all but the newest of equal ones. */
export async function listDrafts(form: string): Promise<FoundDraft[]> {
  const lockedKeys = await heldDrafts();
  const slots = [...smallKeys(), ...(await largeKeys())]
    .filter((key) => !lockedKeys.has(key))
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
    drafts.find((newer) => hasSameContent(newer, draft)) !== draft;
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
  const small = readStoredJson(key, isStoredDraft);
  const large = await readLarge(key);
  if (!isStoredDraft(large)) {
    return small && withAllFields(small);
  }
  return withAllFields(small && small.savedAt > large.savedAt ? small : large);
}

function withAllFields(draft: StoredDraft): Draft {
  const { slug = '', canonicalUrl = '', commentsClosed = null, announce = null } = draft;
  return { ...draft, slug, canonicalUrl, commentsClosed, announce };
}

/** Returns the slot of a key; undefined for a key of another form. */
function slotIn(key: string, form: string): string | undefined {
  const prefix = keyOf(form, LEGACY_SLOT);
  if (key === prefix) {
    return LEGACY_SLOT;
  }
  return key.startsWith(`${prefix} `) ? key.slice(prefix.length + 1) : undefined;
}

function smallKeys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    // No storage.
    return [];
  }
}

/** Returns whether there was room for the draft. */
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

function isStoredDraft(value: unknown): value is StoredDraft {
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
