import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';

import { applyServerErrors } from '../../../shared/form/server-errors';
import { ConnectionError } from '../../../shared/api/connection';
import { messageFor } from '../../../shared/api/errors';
import { invalidateAfter } from '../../../shared/api/invalidation';
import { paths } from '../../../shared/paths';
import type { PostInput, Status, StoredPost } from '../api';
import { newKey } from '../autosave/new-key';
import { PictureAddresses } from '../autosave/picture-addresses';
import { useAutosave } from '../autosave/use-autosave';
import { RevisionConflict } from '../conflict/revision-conflict';
import { useConflict } from '../conflict/use-conflict';
import type { FoundDraft, PostFormValues } from '../draft/draft-store';
import { useDrafts } from '../draft/use-drafts';
import { EditorContent } from '../editor-content';
import { type Missing, REQUIRED, checkTags, missingIn, tagsIn } from './post-rules';
import type { LastSave } from './saving-state';
import { chosenAddresses, settleAddresses } from './chosen-addresses';
import { changedSwitches, settleSwitches } from './switches';
import { useChanges } from './use-changes';
import { type SaveRequest, useSaveQueue } from './use-save-queue';
import { settlePicture, useStoredPost } from './use-stored-post';

const REDIRECT_MS = 2_000;
const NOT_CONVERTED = 'The Markdown could not be converted, so nothing was saved. It is kept here.';
const SERVER_FIELDS = [
  'title',
  'category',
  'tags',
  'featuredImage',
  'slug',
  'canonicalUrl',
] as const;

export type InvalidField = (typeof SERVER_FIELDS)[number] | 'content';

type CheckImage = (
  form: UseFormReturn<PostFormValues>,
  stored: StoredPost | null,
) => Promise<boolean>;

export type PostFormOptions = {
  /** The post on the server; null for a new one. */
  post: StoredPost | null;
  saved: PostFormValues;
  failed: string;
  /** False for a post that was imported without an image: it may stay so. */
  needsImage: boolean;
  /** Whether the addresses of the post are theirs to choose. */
  canSetAddresses: boolean;
  /** Checks the image before it is sent, and sets the field's error. */
  checkImage: CheckImage;
  /** Creates the post if none is stored, and updates it otherwise. */
  send: (
    input: PostInput,
    written: PostFormValues,
    stored: StoredPost | null,
  ) => Promise<StoredPost>;
  /** Called after a save that stays on the page. */
  onStayed?: (id: string) => void;
  /** Shows and focuses the first field with an error after a save that failed. */
  onInvalid: (field: InvalidField) => void;
};

type Phase = { at: 'writing' } | { at: 'saving'; request: SaveRequest } | SavedPhase;
type SavedPhase = { at: 'saved'; status: Status };

/** The state of a post form: its values, its draft and saving. */
export function usePostForm(options: PostFormOptions) {
  const { saved, failed, needsImage, canSetAddresses, checkImage, send, onStayed, onInvalid } =
    options;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const form = useForm<PostFormValues>({ defaultValues: saved });
  const [content] = useState(() => new EditorContent(saved.content));
  const [phase, setPhase] = useState<Phase>({ at: 'writing' });
  const [error, setError] = useState<string | null>(null);
  /** The save that failed for lack of a connection; null if none did. */
  const [lost, setLost] = useState<SaveRequest | null>(null);
  const [missing, setMissing] = useState<Missing | null>(null);
  const [last, setLast] = useState<LastSave | null>(options.post && { at: null, requests: 0 });
  /** The number of drafts that were restored: each replaces the text. */
  const [restored, setRestored] = useState(0);
  const changes = useChanges(content);
  const stored = useStoredPost(options.post);
  /** Whether everything is saved, and the page about to be left. */
  const isDone = phase.at === 'saved' && !changes.isUnsaved;
  const [newPostKey] = useState(newKey);
  const [pictures] = useState(() => new PictureAddresses());
  const draft = useDrafts({
    postId: stored.post?.id ?? null,
    openedId: options.post?.id ?? null,
    key: stored.post?.id ?? newPostKey,
    version: changes.version,
    read,
    base: () => stored.latest()?.revision,
    saved,
    onKept: changes.keep,
  });
  const latestDraft = useRef(draft);
  useEffect(() => {
    latestDraft.current = draft;
  });
  const autosave = useAutosave({
    newKey: newPostKey,
    stored: stored.latest,
    version: changes.version,
    isSaved: changes.isSaved,
    read,
    pictures,
    canReplace: draft.canReplace,
    beforeReplacing: draft.beforeReplacing,
  });
  const enqueue = useSaveQueue(saveOnce);
  const conflict = useConflict({
    form,
    stored,
    changes,
    draft,
    save: enqueue,
    show,
    onTaken: autosave.drop,
    onSettled: setLast,
  });

  function read(): PostFormValues {
    return { ...form.getValues(), content: content.read() };
  }

  /** Replaces what is in the form. */
  function show(values: PostFormValues) {
    const { content: html, title, category, tags, slug, canonicalUrl } = values;
    const { featuredImage, commentsClosed, announce, picture } = values;
    const texts = { title, content: html, category, tags, slug, canonicalUrl };
    form.reset({ ...texts, featuredImage, commentsClosed, announce, picture });
    content.write(html);
    setRestored((count) => count + 1);
  }

  function findMissing(): Missing | null {
    const { title, content: html, picture, featuredImage } = read();
    const hasImage = !needsImage || picture !== null || featuredImage.trim() !== '';
    return missingIn(title, html, hasImage);
  }

  function showMissing(found: Missing) {
    setMissing(found);
    setError(REQUIRED);
    if (found.title) {
      form.setError('title', { message: '' });
    }
    if (found.image) {
      form.setError('featuredImage', { message: '' });
    }
  }

  async function saveOnce(request: SaveRequest): Promise<boolean> {
    const isStaying = request === 'present';
    if (!(await content.settle())) {
      setError(NOT_CONVERTED);
      return false;
    }
    const present = stored.latest();
    if (isStaying && present !== null && changes.isSaved()) {
      setLast((before) => ({ at: before?.at ?? null, requests: (before?.requests ?? 0) + 1 }));
      return true;
    }
    setPhase({ at: 'saving', request });
    setError(null);
    setLost(null);
    setMissing(null);
    form.clearErrors();
    const status = isStaying ? (present?.status ?? 'draft') : request;
    const invalid = await autosave.aroundSave(() => tryToSave(status, request));
    const isSaved = invalid === 'none';
    setPhase(isSaved && !isStaying ? { at: 'saved', status } : { at: 'writing' });
    if (invalid !== 'none' && invalid !== 'other' && stored.isMounted()) {
      onInvalid(invalid);
    }
    return isSaved;
  }

  /** Returns the first field with an error; `other` for an error of no field, `none` for success. */
  async function tryToSave(
    status: Status,
    request: SaveRequest,
  ): Promise<InvalidField | 'other' | 'none'> {
    // The form stays editable while the post is being saved.
    const version = changes.version();
    const written = read();
    const found = findMissing();
    if (found) {
      showMissing(found);
      return (found.title && 'title') || (found.content && 'content') || 'featuredImage';
    }
    const tags = checkTags(written.tags);
    if (tags !== true) {
      form.setError('tags', { message: tags });
      return 'tags';
    }
    let result: StoredPost;
    try {
      if (!(await checkImage(form, stored.latest()))) {
        return 'featuredImage';
      }
      const { title, category } = written;
      const html = pictures.replaceIn(written.content);
      const input = { title: title.trim(), content: html, category, tags: tagsIn(written.tags) };
      const present = stored.latest();
      const addresses = canSetAddresses ? chosenAddresses(written, present) : {};
      const base = present && { revision: present.revision };
      if (present) {
        await latestDraft.current.beforeSaving(present.id);
      }
      const switches = changedSwitches(written, present);
      result = await send(
        { ...input, ...addresses, ...switches, status, ...base },
        written,
        present,
      );
    } catch (failure) {
      if (failure instanceof RevisionConflict) {
        conflict.open(failure, request, version);
        void invalidateAfter(queryClient, 'post');
        return 'other';
      }
      return showFailure(failure, request);
    }
    stored.put({ ...result, status });
    changes.settle(version);
    autosave.settle();
    setLast({ at: new Date().toISOString(), requests: 1 });
    latestDraft.current.drop(version);
    void invalidateAfter(queryClient, 'post');
    if (request === 'present') {
      settlePicture(form, written.picture, result);
      settleAddresses(form, written, result);
      settleSwitches(form, written);
      if (stored.isMounted()) {
        onStayed?.(result.id);
      }
    }
    return 'none';
  }

  function showFailure(failure: unknown, request: SaveRequest): InvalidField | 'other' {
    if (failure instanceof ConnectionError) {
      setError(`${failed}. ${failure.message} Nothing that you wrote is lost.`);
      setLost(request);
      return 'other';
    }
    setError(messageFor(failure, failed));
    applyServerErrors(failure, form.setError, SERVER_FIELDS, failed);
    return SERVER_FIELDS.find((field) => form.getFieldState(field).error) ?? 'other';
  }

  useEffect(() => {
    if (!isDone) {
      return undefined;
    }
    const timer = setTimeout(() => {
      void navigate(paths.adminDashboard);
    }, REDIRECT_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [isDone, navigate]);

  return {
    form,
    content,
    phase,
    isDone,
    missing,
    findMissing,
    error,
    lost,
    last,
    stored: stored.post,
    restored,
    dismissError: () => {
      setError(null);
      setLost(null);
    },
    changes,
    draft,
    autosave: autosave.state,
    conflict,
    read,
    /** Returns the post as it is stored then; null if it could not be saved, which the page shows. */
    save: async (request: SaveRequest): Promise<StoredPost | null> =>
      !isDone && conflict.present === null && (await enqueue(request)) ? stored.latest() : null,
    /** Notes what was changed of the stored post by other means than a save. */
    amend: (changes: Partial<StoredPost>) => {
      const present = stored.latest();
      if (present) {
        stored.put({ ...present, ...changes });
      }
    },
    /** Restores a draft of an earlier visit. */
    restore: (found: FoundDraft) => {
      draft.take(found);
      show(found);
      const present = stored.latest();
      if (present && found.baseRevision !== undefined) {
        // What others have saved since then is not overwritten unseen.
        stored.put({ ...present, revision: found.baseRevision });
      }
      changes.note();
      autosave.takeOver(found.autosave?.key ?? null);
    },
  };
}
