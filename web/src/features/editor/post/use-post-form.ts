import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';

import { applyServerErrors } from '../../../shared/form/server-errors';
import { ConnectionError } from '../../../shared/api/connection';
import { messageFor } from '../../../shared/api/errors';
import { invalidateAfter } from '../../../shared/api/invalidation';
import { paths } from '../../../shared/paths';
import type { PostInput, Status } from '../api';
import type { FoundDraft, PostFormValues } from '../draft/draft-store';
import { useDraftStorage } from '../draft/use-draft-storage';
import { EditorContent } from '../editor-content';
import { type Missing, REQUIRED, checkTags, missingIn, tagsIn } from './post-rules';
import { useChanges } from './use-changes';

const REDIRECT_MS = 2_000;
const SERVER_FIELDS = ['title', 'category', 'tags', 'featuredImage'] as const;

export type PostFormOptions = {
  /** The name under which drafts are stored. */
  name: string;
  saved: PostFormValues;
  failed: string;
  /** False for a post that was imported without an image: it may stay so. */
  needsImage: boolean;
  /** Checks the image before it is sent, and sets the field's error. */
  checkImage: (form: UseFormReturn<PostFormValues>) => Promise<boolean>;
  send: (input: PostInput, written: PostFormValues) => Promise<void>;
};

type Phase = { at: 'writing' } | { at: 'saving' | 'saved'; status: Status };

/** The state of a post form: its values, its draft and saving. */
export function usePostForm({
  name,
  saved,
  failed,
  needsImage,
  checkImage,
  send,
}: PostFormOptions) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const form = useForm<PostFormValues>({ defaultValues: saved });
  const [content] = useState(() => new EditorContent(saved.content));
  const [phase, setPhase] = useState<Phase>({ at: 'writing' });
  const [error, setError] = useState<string | null>(null);
  /** The status of a save that failed for lack of a connection; null if none did. */
  const [lost, setLost] = useState<Status | null>(null);
  const [missing, setMissing] = useState<Missing | null>(null);
  const changes = useChanges(content);
  /** Whether everything is saved. */
  const isDone = phase.at === 'saved' && !changes.isUnsaved;
  const draft = useDraftStorage({ name, version: changes.version, read, saved });

  function read(): PostFormValues {
    return { ...form.getValues(), content: content.read() };
  }

  function showMissing(found: Missing) {
    setMissing(found);
    setError(REQUIRED);
    if (found.title) {
      form.setError('title', { message: '' }, { shouldFocus: true });
    } else if (found.content) {
      content.focus();
    }
    if (found.image) {
      form.setError('featuredImage', { message: '' });
    }
  }

  async function save(status: Status) {
    if (phase.at === 'saving' || isDone) {
      return;
    }
    setPhase({ at: 'saving', status });
    setError(null);
    setLost(null);
    setMissing(null);
    form.clearErrors();
    setPhase((await tryToSave(status)) ? { at: 'saved', status } : { at: 'writing' });
  }

  async function tryToSave(status: Status): Promise<boolean> {
    // The form stays editable while the post is being saved.
    const version = changes.version();
    const written = read();
    const hasImage = !needsImage || written.picture !== null || written.featuredImage.trim() !== '';
    const found = missingIn(written.title, written.content, hasImage);
    if (found) {
      showMissing(found);
      return false;
    }
    const tags = checkTags(written.tags);
    if (tags !== true) {
      form.setError('tags', { message: tags }, { shouldFocus: true });
      return false;
    }
    try {
      if (!(await checkImage(form))) {
        return false;
      }
      const { title, content: html, category } = written;
      await send(
        { title: title.trim(), content: html, category, tags: tagsIn(written.tags), status },
        written,
      );
    } catch (failure) {
      if (failure instanceof ConnectionError) {
        setError(`${failed}. ${failure.message} Nothing that you wrote is lost.`);
        setLost(status);
      } else {
        setError(messageFor(failure, failed));
        applyServerErrors(failure, form.setError, SERVER_FIELDS, failed);
      }
      return false;
    }
    changes.settle(version);
    draft.drop(version);
    void invalidateAfter(queryClient, 'post');
    return true;
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
    error,
    lost,
    dismissError: () => {
      setError(null);
      setLost(null);
    },
    changes,
    draft,
    read,
    save,
    /** Restores a draft of an earlier visit. */
    restore: (found: FoundDraft) => {
      draft.take(found);
      const { title, category, tags, featuredImage, picture } = found;
      form.reset({ title, category, tags, featuredImage, picture, content: found.content });
      content.write(found.content);
      changes.note();
    },
  };
}
