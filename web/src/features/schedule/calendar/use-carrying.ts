import { type RefObject, useEffect, useRef, useState } from 'react';

import type { CalendarPost } from '../../../shared/api/types';
import { dayText } from '../day-texts';
import { type Day, dayIn } from '../zoned-time';
import { type Carried, targetAfter } from './carrying';
import { movedTo } from './planned-days';
import { useDayDrop } from './use-day-drop';

type Options = {
  /** The element with the days, which have the attribute `data-day`, and with the posts, which have `data-post`. */
  container: RefObject<HTMLElement | null>;
  /** The days that are shown. */
  shown: readonly Day[];
  days: ReadonlyMap<Day, readonly CalendarPost[]>;
  now: Date;
  zone: string;
  onMoveTo: (post: CalendarPost, at: Date) => void;
};

/**
 * Carries planned posts to other days: by the pointer, and by the keyboard, where Space picks a post up, the arrow keys
 * choose a day, and Enter puts it down there. They keep their time of day; days on which it is over refuse them.
 */
export function useCarrying({ container, shown, days, now, zone, onMoveTo }: Options) {
  const [dragged, setDragged] = useState<Carried | null>(null);
  const [carried, setCarried] = useState<Carried | null>(null);
  const [announced, setAnnounced] = useState('');
  /** The post that was put down by the keyboard, until it has the focus again on its new day. */
  const putDown = useRef<{ id: string; day: Day } | null>(null);

  useEffect(() => {
    const { id = '', day = '' } = putDown.current ?? {};
    if (days.get(day)?.some((post) => post.id === id)) {
      const cell = container.current?.querySelector(`[data-day="${day}"]`);
      const link = cell?.querySelector<HTMLElement>(`[data-post="${id}"]`);
      // A day without room shows only how many more there are.
      (link ?? cell?.querySelector<HTMLElement>('.calendar-more'))?.focus();
      putDown.current = null;
    }
  }, [container, days]);

  function pickedUp(post: CalendarPost): Carried {
    const day = dayIn(new Date(post.at), zone);
    return { post, from: day, target: day };
  }

  function refuses({ post, from, target }: Carried): boolean {
    return target !== from && movedTo(post, target, zone, now) === 'past';
  }

  /** Returns whether the target took the post. */
  function put({ post, from, target }: Carried): boolean {
    if (target === from) {
      setAnnounced(`“${post.title}” stays on ${dayText(from)}.`);
      return true;
    }
    const at = movedTo(post, target, zone, new Date());
    if (at === 'past') {
      setAnnounced(`The time is over on ${dayText(target)}. Choose a later day.`);
      return false;
    }
    onMoveTo(post, at);
    return true;
  }

  function leave({ post, from }: Carried) {
    setCarried(null);
    setAnnounced(`“${post.title}” stays on ${dayText(from)}.`);
  }

  function choose(present: Carried, target: Day) {
    const next = { ...present, target };
    const edge = target === present.target ? ', no further day is shown' : '';
    setCarried(next);
    setAnnounced(`${dayText(target)}${edge}${refuses(next) ? ', in the past' : ''}`);
  }

  /** Handles a key on a post that can be moved; returns whether it had a meaning. */
  function press(key: string, post: CalendarPost): boolean {
    if (carried === null) {
      if (key === ' ') {
        const picked = pickedUp(post);
        setCarried(picked);
        setAnnounced(
          `“${post.title}” is picked up from ${dayText(picked.from)}. Choose a day with the arrow keys, put it down with Enter, or leave it with Escape.`,
        );
      }
      return key === ' ';
    }
    if (key === 'Escape') {
      leave(carried);
      return true;
    }
    if (key === 'Enter' || key === ' ') {
      if (put(carried)) {
        putDown.current =
          carried.target === carried.from ? null : { id: post.id, day: carried.target };
        setCarried(null);
      }
      return true;
    }
    const target = targetAfter(key, carried.target, shown);
    if (target !== undefined) {
      choose(carried, target);
    }
    return target !== undefined;
  }

  useDayDrop(container, {
    onOver: (day) => {
      if (dragged === null) {
        return false;
      }
      const next = { ...dragged, target: day };
      if (dragged.target !== day) {
        setDragged(next);
      }
      return !refuses(next);
    },
    onDrop: (day) => {
      if (dragged !== null) {
        put({ ...dragged, target: day });
      }
      setDragged(null);
    },
  });

  return {
    /** The post that is carried by the keyboard. */
    carried,
    /** The post that is moved in either way. */
    moving: carried ?? dragged,
    refuses,
    announced,
    press,
    /** Leaves a carried post where it was when the focus goes elsewhere. */
    blur: () => {
      if (carried !== null) {
        leave(carried);
      }
    },
    drag: (post: CalendarPost | null) => {
      setDragged(post && pickedUp(post));
    },
  };
}
