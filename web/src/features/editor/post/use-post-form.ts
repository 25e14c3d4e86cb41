import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';

import { applyServerErrors } from '../../../shared/form/server-errors';
import { ConnectionError } from '../../../shared/api/connection';
import { messageFor } from '../../../shared/api/errors';
import { paths } from '../../../shared/paths';
import type { Post, Status } from '../api';
import type { FoundDraft, WrittenPost } from '../draft/draft-store';
import { useDraftKeeping } from '../draft/use-draft-keeping';
import { EditorContent } from '../editor-content';
import { type Missing, REQUIRED, checkTags, missingIn, tagsIn } from './post-rules';
import { useChanges } from './use-changes';

const REDIRECT_MS = 2_000;
const SERVER_FIELDS = ['title', 'category', 'tags', 'featuredImage'] as const;

export type PostFormOptions = {
  /** Under which unsaved work is kept. */
  name: string;
  saved: WrittenPost;
  failed: string;
  /** False for a post that was imported without one: it may stay so. */
  needsImage: boolean;
  /** A last look at the image before it is sent, which says itself what is wrong. */
  checkImage: (form: UseFormReturn<WrittenPost>) => Promise<boolean>;
  send: (post: Post, written: WrittenPost) => Promise<void>;
};

type Phase = { at: 'writing' } | { at: 'saving' | 'saved'; status: Status };

/** What is written, where it is kept until it is saved, and how it is saved. */
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
  const form = useForm<WrittenPost>({ defaultValues: saved });
  const [content] = useState(() => new EditorContent(saved.content));
  const [phase, setPhase] = useState<Phase>({ at: 'writing' });
  const [error, setError] = useState<string | null>(null);
  /** How it was to be saved when the connection was gone. */
  const [lost, setLost] = useState<Status | null>(null);
  const [missing, setMissing] = useState<Missing | null>(null);
  const changes = useChanges(content);
  /** Whether nothing was written after what was saved. */
  const isDone = phase.at === 'saved' && !changes.isUnsaved;
  const draft = useDraftKeeping({ name, version: changes.version, read, saved });

  function read(): WrittenPost {
    return { ...form.getValues(), content: content.read() };
  }

  function refuse(found: Missing) {
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
    // The form stays open for more words while these are on their way.
    const version = changes.version();
    const written = read();
    const hasImage = !needsImage || written.picture !== null || written.featuredImage.trim() !== '';
    const found = missingIn(written.title, written.content, hasImage);
    if (found) {
      refuse(found);
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
    } catch (refusal) {
      if (refusal instanceof ConnectionError) {
        setError(`${failed}. ${refusal.message} Nothing that you wrote is lost.`);
        setLost(status);
      } else {
        setError(messageFor(refusal, failed));
        applyServerErrors(refusal, form.setError, SERVER_FIELDS, failed);
      }
      return false;
    }
    changes.settle(version);
    draft.drop(version);
    void queryClient.invalidateQueries();
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
    /** Goes on with what an earlier visit left. */
    restore: (left: FoundDraft) => {
      draft.take(left);
      const { title, category, tags, featuredImage, picture } = left;
      form.reset({ title, category, tags, featuredImage, picture, content: left.content });
      content.write(left.content);
      changes.note();
    },
  };
}
