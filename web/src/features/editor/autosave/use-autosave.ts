import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { ApiError, hasCode } from '../../../shared/api/errors';
import { discardAutosave } from '../../../shared/api/autosaves';
import type { StoredPost } from '../api';
import type { PostFormValues } from '../draft/draft-store';
import { isEmptyPost } from '../html/empty';
import { dataAddress } from '../../../shared/picture-files/picture-files';
import { tagsIn } from '../post/post-rules';
import { withoutNull } from '../post/switches';
import { putAutosave } from './api';
import { Autosaver } from './autosaver';
import type { PictureAddresses } from './picture-addresses';

const INTERVAL_MS = 10_000;
/** The post is gone, or no longer theirs to change. */
const FINAL_STATUSES = [403, 404];

/** `at` is the time of the last autosave, null for none; `trouble` is why the latest text is not stored. */
export type AutosaveState = { at: string | null; trouble: 'failed' | 'too many' | null };

const NOTHING: AutosaveState = { at: null, trouble: null };

type Options = {
  /** The key of a post that is not stored yet. */
  newKey: string;
  /** The post on the server; null before its first save. */
  stored: () => StoredPost | null;
  version: () => number;
  isSaved: () => boolean;
  read: () => PostFormValues;
  pictures: PictureAddresses;
  /** Resolves once the autosave of an earlier visit is safe from being replaced; rejects if that is unknown. */
  beforeReplacing: (key: string) => Promise<void>;
  /** Whether an earlier autosave with this key is safe already. */
  canReplace: (key: string) => boolean;
};

/** Stores unsaved work on the server: every few seconds, and when the page hides or is left. */
export function useAutosave(options: Options) {
  const [state, setState] = useState(NOTHING);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const cover = useRef<{ picture: File; address: string } | null>(null);
  /** The autosaves of earlier visits that the next one takes the place of. */
  const replaced = useRef(new Set<string>());
  const isNewKeySent = useRef(false);
  const [autosaver] = useState(
    () =>
      new Autosaver({
        version: options.version,
        isSaved: () => options.isSaved() || isBlank(),
        send,
        canRetry: (error) => !(error instanceof ApiError && FINAL_STATUSES.includes(error.status)),
      }),
  );

  function keyNow(): string {
    return latest.current.stored()?.id ?? latest.current.newKey;
  }

  /** Whether there is nothing yet that is worth being kept. */
  function isBlank(): boolean {
    if (latest.current.stored() !== null || isNewKeySent.current) {
      return false;
    }
    const { title, content } = latest.current.read();
    return title.trim() === '' && (content === '' || isEmptyPost(content));
  }

  async function send({ signal, isLast }: { signal: AbortSignal; isLast: boolean }): Promise<void> {
    const { stored, read, pictures, beforeReplacing, canReplace } = latest.current;
    try {
      const key = keyNow();
      if (!canReplace(key)) {
        await beforeReplacing(key);
      }
      const post = stored();
      isNewKeySent.current ||= post === null;
      const { picture, tags, commentsClosed, announce, ...texts } = read();
      const content = pictures.replaceIn(texts.content);
      const featuredImage = isLast
        ? knownCover(picture, texts.featuredImage)
        : (knownCover(picture, texts.featuredImage) ?? (await coverAddress(picture)));
      const response = await putAutosave(
        key,
        {
          ...texts,
          ...(post && { blog: post.id }),
          baseRevision: post?.revision ?? 0,
          content,
          tags: tagsIn(tags),
          ...withoutNull({ commentsClosed, announce }),
          ...(featuredImage !== undefined && { featuredImage }),
        },
        { signal, isLast },
      );
      pictures.learn(content, response.content ?? '');
      if (picture && response.featuredImage) {
        cover.current = { picture, address: response.featuredImage };
      }
      setState({ at: response.autosave.savedAt, trouble: null });
      forgetReplaced();
    } catch (error) {
      if (!signal.aborted) {
        const trouble = hasCode(error, 'too_many_autosaves') ? 'too many' : 'failed';
        setState((before) => ({ ...before, trouble }));
      }
      throw error;
    }
  }

  /** Returns the address of the featured image; undefined for a file that the server does not have yet. */
  function knownCover(picture: File | null, address: string): string | undefined {
    if (picture === null) {
      return address;
    }
    return cover.current?.picture === picture ? cover.current.address : undefined;
  }

  function forgetReplaced(): void {
    for (const key of [...replaced.current].filter((other) => other !== keyNow())) {
      discardAutosave(key).then(
        () => replaced.current.delete(key),
        // Tried again after the next autosave.
        () => undefined,
      );
    }
  }

  const run = useEffectEvent(() => {
    void autosaver.run();
  });
  const finish = useEffectEvent(() => {
    void autosaver.finish();
  });

  useEffect(() => {
    const onHide = () => {
      if (document.visibilityState === 'hidden') {
        finish();
      }
    };
    const onLeave = () => {
      finish();
    };
    const timer = setInterval(() => {
      run();
    }, INTERVAL_MS);
    window.addEventListener('pagehide', onLeave);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      finish();
      clearInterval(timer);
      window.removeEventListener('pagehide', onLeave);
      document.removeEventListener('visibilitychange', onHide);
    };
  }, []);

  return {
    state,
    /** Runs a save: no autosave is under way meanwhile. */
    aroundSave: async <Result>(save: () => Promise<Result>): Promise<Result> => {
      await autosaver.hold();
      try {
        return await save();
      } finally {
        autosaver.release();
      }
    },
    /** Notes that the post is saved; the server has dropped its autosave. */
    settle: () => {
      setState(NOTHING);
      if (isNewKeySent.current) {
        isNewKeySent.current = false;
        replaced.current.add(latest.current.newKey);
      }
      forgetReplaced();
    },
    /** Stores a restored text at once, in the place of the autosave that it came from; null if it came from none. */
    takeOver: (key: string | null) => {
      if (key !== null && key !== keyNow()) {
        replaced.current.add(key);
      }
      void autosaver.run();
    },
    /** Drops the autosave of the post: its text is not wanted any more. */
    drop: () => {
      setState(NOTHING);
      // At worst it is offered again.
      discardAutosave(keyNow()).catch(() => undefined);
    },
  };
}

async function coverAddress(picture: File | null): Promise<string | undefined> {
  return picture === null ? undefined : dataAddress(picture);
}
