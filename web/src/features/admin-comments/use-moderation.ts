import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { invalidateAfter } from '../../shared/api/invalidation';
import { toastFailure } from '../../shared/session/toast-failure';
import { type Decision, moderate } from './api';
import { type QueuedComment, afterAction } from './moderation';

const UNDO_MS = 5_000;

export type Pending = Decision & { key: number; isSent: boolean };

/**
 * The decisions of the moderator. Each is sent after 5 s, or at once when the page is hidden or left, and Undo cancels it
 * before: not every action has an opposite call (approving a removed comment that was held would publish it). Until then
 * the list shows what it will be; a decision that could not be sent puts the comments back, so none is lost unnoticed.
 */
export function useModeration() {
  const client = useQueryClient();
  const [pending, setPending] = useState<readonly Pending[]>([]);
  const latest = useRef<readonly Pending[]>([]);
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>());
  const lastKey = useRef(0);

  function put(next: readonly Pending[]) {
    latest.current = next;
    setPending(next);
  }

  function forget(key: number) {
    put(latest.current.filter((decision) => decision.key !== key));
  }

  async function send(key: number, isLeaving: boolean) {
    const decision = latest.current.find((one) => one.key === key);
    if (!decision || decision.isSent) {
      return;
    }
    clearTimeout(timers.current.get(key));
    timers.current.delete(key);
    put(latest.current.map((one) => (one.key === key ? { ...one, isSent: true } : one)));
    try {
      await moderate(decision, isLeaving);
    } catch (error) {
      toastFailure(error, 'Failed to moderate comments. Please try again.');
    }
    if (decision.isWholeUser) {
      void invalidateAfter(client, 'ban');
    }
    await invalidateAfter(client, 'comment');
    forget(key);
  }

  /** Sends all decisions before the page goes. */
  function sendEach() {
    latest.current.forEach(({ key }) => void send(key, true));
  }

  const sendAll = useRef(sendEach);
  useEffect(() => {
    sendAll.current = sendEach;
  });

  useEffect(() => {
    const sendNow = () => {
      sendAll.current();
    };
    const sendWhenHidden = () => {
      if (document.visibilityState === 'hidden') {
        sendNow();
      }
    };
    window.addEventListener('pagehide', sendNow);
    document.addEventListener('visibilitychange', sendWhenHidden);
    return () => {
      window.removeEventListener('pagehide', sendNow);
      document.removeEventListener('visibilitychange', sendWhenHidden);
      // Another page of the panel follows.
      sendNow();
    };
  }, []);

  const undoable = pending.filter(({ isSent }) => !isSent);
  return {
    /** The decision that Undo cancels: the latest one. */
    undoable: undoable.at(-1) ?? null,
    /** Decides on comments; the decision is sent once it cannot be undone any more. */
    decide: (decision: Decision) => {
      lastKey.current += 1;
      const key = lastKey.current;
      put([...latest.current, { ...decision, key, isSent: false }]);
      timers.current.set(
        key,
        setTimeout(() => void send(key, false), UNDO_MS),
      );
    },
    /** Cancels the latest decision; returns the comments that it was about. */
    undo: (): readonly string[] => {
      const decision = latest.current.findLast(({ isSent }) => !isSent);
      if (!decision) {
        return [];
      }
      clearTimeout(timers.current.get(decision.key));
      timers.current.delete(decision.key);
      forget(decision.key);
      return decision.ids;
    },
    /** Returns a comment as the decisions leave it. */
    decided: (comment: QueuedComment): QueuedComment =>
      pending
        .filter(({ ids }) => ids.includes(comment._id))
        .reduce((present, { action }) => afterAction(present, action), comment),
  };
}

export type Moderation = ReturnType<typeof useModeration>;
