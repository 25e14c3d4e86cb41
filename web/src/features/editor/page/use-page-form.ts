import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';

import { ConnectionError } from '../../../shared/api/connection';
import { messageFor } from '../../../shared/api/errors';
import { invalidateAfter } from '../../../shared/api/invalidation';
import type { EditableStaticPage } from '../../../shared/api/types';
import { applyServerErrors } from '../../../shared/form/server-errors';
import type { Status } from '../api';
import type { FoundDraft, PostFormValues } from '../draft/draft-store';
import { useDraftStorage } from '../draft/use-draft-storage';
import { EditorContent } from '../editor-content';
import { missingIn } from '../post/post-rules';
import type { LastSave } from '../post/saving-state';
import { useChanges } from '../post/use-changes';
import { type SaveRequest, useSaveQueue } from '../post/use-save-queue';
import { type PageInput, createPage, updatePage } from './api';
import { PageConflict } from './page-conflict';
import { EMPTY_PAGE, pageValues, statusOf } from './page-values';

const REQUIRED = 'Title and content are required';
const NOT_CONVERTED = 'The Markdown could not be converted. Nothing was saved.';
const SERVER_FIELDS = ['title', 'content', 'slug', 'description'] as const;

export type InvalidPageField = (typeof SERVER_FIELDS)[number];

type Options = {
  /** The page on the server; null for a new one. */
  page: EditableStaticPage | null;
  failed: string;
  /** Called with the id of a page that was saved for the first time. */
  onCreated: (id: string) => void;
  /** Shows and focuses the first field with an error after a save that failed. */
  onInvalid: (field: InvalidPageField) => void;
};

/** The page as it is stored, and the request by which it is saved again after a conflict. */
type OpenConflict = { conflict: PageConflict; request: SaveRequest; version: number };

/** The state of the form of a static page: its values, its draft and saving. */
export function usePageForm({ page, failed, onCreated, onInvalid }: Options) {
  const queryClient = useQueryClient();
  const [saved, setSaved] = useState(() => (page ? pageValues(page) : EMPTY_PAGE));
  const form = useForm<PostFormValues>({ defaultValues: saved });
  const [content] = useState(() => new EditorContent(saved.content));
  const [stored, setStored] = useState(page);
  const latest = useRef(page);
  const [saving, setSaving] = useState<SaveRequest | null>(null);
  const [done, setDone] = useState<Status | null>(null);
  const [error, setError] = useState<string | null>(null);
  /** The save that failed for lack of a connection; null if none did. */
  const [lost, setLost] = useState<SaveRequest | null>(null);
  const [missing, setMissing] = useState<{ title: boolean; content: boolean } | null>(null);
  const [last, setLast] = useState<LastSave | null>(page && { at: null, requests: 0 });
  const [restored, setRestored] = useState(0);
  const [open, setOpen] = useState<OpenConflict | null>(null);
  const changes = useChanges(content);
  const isMounted = useRef(true);
  const draft = useDraftStorage({
    name: `page ${stored?._id ?? 'new'}`,
    version: changes.version,
    read,
    base: () => latest.current?.version,
    saved,
    onKept: changes.keep,
  });
  const enqueue = useSaveQueue(saveOnce);

  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  function read(): PostFormValues {
    return { ...form.getValues(), content: content.read() };
  }

  function put(next: EditableStaticPage) {
    latest.current = next;
    setStored(next);
  }

  /** Replaces what is in the form. */
  function show(values: PostFormValues) {
    form.reset(values);
    content.write(values.content);
    setRestored((count) => count + 1);
  }

  function findMissing() {
    const { title, content: html } = read();
    return missingIn(title, html, true);
  }

  async function saveOnce(request: SaveRequest): Promise<boolean> {
    if (!(await content.settle())) {
      setError(NOT_CONVERTED);
      return false;
    }
    const present = latest.current;
    if (request === 'present' && present !== null && changes.isSaved()) {
      setLast((before) => ({ at: before?.at ?? null, requests: (before?.requests ?? 0) + 1 }));
      return true;
    }
    setSaving(request);
    setDone(null);
    setError(null);
    setLost(null);
    setMissing(null);
    form.clearErrors();
    const invalid = await tryToSave(request, present);
    setSaving(null);
    if (invalid !== 'none' && invalid !== 'other' && isMounted.current) {
      onInvalid(invalid);
    }
    return invalid === 'none';
  }

  /** Returns the first field with an error; `other` for an error of no field, `none` for success. */
  async function tryToSave(
    request: SaveRequest,
    present: EditableStaticPage | null,
  ): Promise<InvalidPageField | 'other' | 'none'> {
    // The form stays editable while the page is being saved.
    const version = changes.version();
    const written = read();
    const found = findMissing();
    if (found) {
      setMissing(found);
      setError(REQUIRED);
      if (found.title) {
        form.setError('title', { message: '' });
      }
      return found.title ? 'title' : 'content';
    }
    let result: EditableStaticPage;
    try {
      const input = inputOf(written, request === 'present' ? statusOf(present) : request);
      result = present
        ? await updatePage(present._id, present.version, input)
        : await createPage(input);
    } catch (failure) {
      return showFailure(failure, request, version);
    } finally {
      void invalidateAfter(queryClient, 'staticPage');
    }
    put(result);
    changes.settle(version);
    draft.drop(version);
    setSaved({ ...pageValues(result), content: written.content });
    setLast({ at: new Date().toISOString(), requests: 1 });
    if (form.getValues('slug').trim() === written.slug.trim()) {
      form.setValue('slug', result.slug);
    }
    if (request !== 'present') {
      setDone(request);
    }
    if (present === null && isMounted.current) {
      onCreated(result._id);
    }
    return 'none';
  }

  function showFailure(
    failure: unknown,
    request: SaveRequest,
    version: number,
  ): InvalidPageField | 'other' {
    if (failure instanceof PageConflict) {
      setOpen({ conflict: failure, request, version });
      return 'other';
    }
    if (failure instanceof ConnectionError) {
      setError(`${failed}. ${failure.message} Nothing that you wrote is lost.`);
      setLost(request);
      return 'other';
    }
    setError(messageFor(failure, failed));
    applyServerErrors(failure, form.setError, SERVER_FIELDS, failed);
    return SERVER_FIELDS.find((field) => form.getFieldState(field).error) ?? 'other';
  }

  return {
    form,
    content,
    saving,
    /** The status that the page was last saved with by a button; null while it is written on. */
    done: changes.isUnsaved ? null : done,
    missing,
    findMissing,
    error,
    lost,
    last,
    stored,
    restored,
    changes,
    draft,
    read,
    save: enqueue,
    dismissError: () => {
      setError(null);
      setLost(null);
    },
    /** The change by somebody else that has to be decided on; null if there is none. */
    conflict: open?.conflict ?? null,
    /** Saves the text over the other one. */
    keepMine: () => {
      if (open) {
        put(open.conflict.page);
        setOpen(null);
        void enqueue(open.request);
      }
    },
    /** Shows the other text. What was sent is in the history; what was written since then becomes a draft. */
    takeTheirs: async () => {
      if (!open) {
        return;
      }
      const { page: theirs } = open.conflict;
      const written = changes.version();
      if (written !== open.version) {
        await draft.setAside();
      }
      draft.drop(written);
      setOpen(null);
      put(theirs);
      setSaved(pageValues(theirs));
      show(pageValues(theirs));
      changes.settle(changes.version());
      setLast({ at: theirs.updatedAt, requests: 0 });
    },
    /** Restores a draft of an earlier visit. */
    restore: (found: FoundDraft) => {
      draft.take(found);
      show(found);
      const present = latest.current;
      if (present && found.baseRevision !== undefined) {
        // What others have saved since then is not overwritten unseen.
        put({ ...present, version: found.baseRevision });
      }
      changes.note();
    },
  };
}

function inputOf(written: PostFormValues, status: Status): PageInput {
  const { title, content, description = '' } = written;
  const slug = written.slug.trim();
  return {
    title: title.trim(),
    description: description.trim(),
    content,
    status,
    ...(slug !== '' && { slug }),
  };
}
