import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';

import { type Area, placeBeside, type Side } from './place';

/** The distance from the edges of the window, in pixels. */
const MARGIN = 8;

type Options = {
  /** The editable element. */
  root: HTMLElement;
  /** What stays above the text: the box is not placed over it. */
  above: HTMLElement | null;
  /** Returns the part of the text that the box belongs to; null if it is gone. */
  anchor: () => Area | null;
  prefer: Side;
  /** Whether the box ends where that part does, instead of beginning there. */
  isAtEnd?: boolean;
  /** Returns the line that the box does not cover. */
  line?: () => { top: number; bottom: number };
  /** Called when the part of the text was scrolled out of view. */
  onAway?: () => void;
};

/** Returns the element for boxes: the landmark of the page, so that screen readers find them as a part of it. */
export function boxParent(root: HTMLElement): HTMLElement {
  return root.closest('main') ?? document.body;
}

/** Keeps a box beside a part of the text while it changes, scrolls or the window is resized. */
export function useFloating(boxRef: RefObject<HTMLElement | null>, options: Options): void {
  const { root } = options;

  const move = useEffectEvent(() => {
    const element = boxRef.current;
    const anchor = options.anchor();
    if (!element || !anchor) {
      return;
    }
    const visible = visibleArea(options.above);
    const isAway = anchor.bottom < visible.top || anchor.top > visible.bottom;
    element.toggleAttribute('data-away', isAway);
    const size = { width: element.offsetWidth, height: element.offsetHeight };
    const left = options.isAtEnd ? anchor.right - size.width : anchor.left;
    const { top, bottom } = anchor;
    const area = { left, top, bottom };
    const place = placeBeside(area, size, visible, options.prefer, options.line?.());
    element.style.left = `${place.left}px`;
    element.style.top = `${place.top}px`;
    if (isAway) {
      options.onAway?.();
    }
  });

  useLayoutEffect(() => {
    move();
  });

  useLayoutEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const follow = () => {
      move();
    };
    window.addEventListener('scroll', follow, { capture: true, passive: true, signal });
    window.addEventListener('resize', follow, { signal });
    window.visualViewport?.addEventListener('resize', follow, { signal });
    window.visualViewport?.addEventListener('scroll', follow, { signal });
    document.addEventListener('selectionchange', follow, { signal });
    const sizes = new ResizeObserver(follow);
    sizes.observe(root);
    if (boxRef.current) {
      sizes.observe(boxRef.current);
    }
    return () => {
      stop.abort();
      sizes.disconnect();
    };
  }, [boxRef, root]);
}

/** Returns the part of the window in which the text is visible: on a phone not that under the keyboard. */
function visibleArea(above: HTMLElement | null): Area {
  const viewport = window.visualViewport;
  const top = viewport?.offsetTop ?? 0;
  const left = viewport?.offsetLeft ?? 0;
  const width = viewport?.width ?? window.innerWidth;
  const height = viewport?.height ?? window.innerHeight;
  return {
    left: left + MARGIN,
    right: left + width - MARGIN,
    top: Math.max(top, above?.getBoundingClientRect().bottom ?? 0) + MARGIN / 2,
    bottom: top + height - MARGIN,
  };
}
