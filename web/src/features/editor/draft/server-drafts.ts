/** The drafts that the server keeps, as those of this browser. */
import { unwrap } from '../../../shared/api/client';
import { adminApi } from '../../../shared/api/admin-client';
import type { Autosave } from '../../../shared/api/types';
import { getAutosave } from '../autosave/api';
import { isStoredPicture } from '../pictures';
import { tagsIn } from '../post/post-rules';
import { heldDrafts } from './draft-locks';
import type { Draft, FoundDraft, PostFormValues } from './draft-store';

/** New posts alone may have several. */
const SHOWN_MAX = 20;
const LOCK = 'autosave ';
const PICTURE_SOURCE = /\ssrc="(?:data:|\/media\/)[^"]*"/gu;

/** Returns the name of the lock of the page that writes an autosave; each page has a number of its own. */
export function lockOf(key: string, page: string): string {
  return `${LOCK}${key} ${page}`;
}

/** Returns the drafts of a post, or those of new posts, that no other tab of this browser is writing. */
export async function serverDrafts(postId: string | null, page: string): Promise<FoundDraft[]> {
  const { autosaves } = await unwrap(adminApi.GET('/admin/autosaves'));
  const locks = [...(await heldDrafts())];
  const isWritten = (key: string) =>
    locks.some((lock) => lock.startsWith(`${LOCK}${key} `) && lock !== lockOf(key, page));
  const keys = autosaves
    .filter(({ key, blog }) => (postId === null ? blog === null : key === postId))
    .map(({ key }) => key)
    .filter((key) => !isWritten(key))
    .slice(0, SHOWN_MAX);
  // One that is gone meanwhile, or does not come, is not offered.
  const found = await Promise.allSettled(keys.map((key) => getAutosave(key)));
  return found.flatMap((result) =>
    result.status === 'fulfilled' ? [foundDraft(result.value)] : [],
  );
}

function foundDraft(autosave: Autosave): FoundDraft {
  const { key, title, content, category, tags, slug, canonicalUrl, featuredImage } = autosave;
  return {
    title,
    content: content ?? '',
    category: category ?? '',
    tags: (tags ?? []).join(', '),
    slug: slug ?? '',
    canonicalUrl: canonicalUrl ?? '',
    featuredImage: featuredImage ?? '',
    commentsClosed: autosave.commentsClosed,
    announce: autosave.announce,
    picture: null,
    savedAt: autosave.savedAt,
    ...(autosave.blog !== null && { baseRevision: autosave.baseRevision }),
    slot: `server ${key}`,
    autosave: { key, isOnly: true },
  };
}

/** Returns the drafts of this browser and the server, the newest first; what both have once. */
export function mergeDrafts(
  local: readonly FoundDraft[],
  remote: readonly FoundDraft[],
): FoundDraft[] {
  const here = local.map((draft) => {
    const copy = remote.find((other) => isSameText(draft, other));
    return copy?.autosave
      ? { ...draft, autosave: { key: copy.autosave.key, isOnly: false } }
      : draft;
  });
  const there = remote.filter((draft) => !local.some((other) => isSameText(other, draft)));
  return [...here, ...there].sort((one, other) => other.savedAt.localeCompare(one.savedAt));
}

/** Whether the server has the same text, wherever each keeps its pictures. */
export function isSameText(here: PostFormValues, there: PostFormValues): boolean {
  const isSameCover =
    here.picture === null
      ? here.featuredImage.trim() === there.featuredImage.trim()
      : there.featuredImage === '' || isStoredPicture(there.featuredImage);
  return (
    isSameCover &&
    (here.slug === there.slug || here.slug === '' || there.slug === '') &&
    here.title.trim() === there.title.trim() &&
    here.category === there.category &&
    here.commentsClosed === there.commentsClosed &&
    here.announce === there.announce &&
    here.canonicalUrl.trim() === there.canonicalUrl.trim() &&
    tagsIn(here.tags).join() === tagsIn(there.tags).join() &&
    here.content.replaceAll(PICTURE_SOURCE, '') === there.content.replaceAll(PICTURE_SOURCE, '')
  );
}

/** Whether the post was changed since the draft began. */
export function isOutdated({ baseRevision }: Draft, revision: number | undefined): boolean {
  return baseRevision !== undefined && revision !== undefined && baseRevision < revision;
}
