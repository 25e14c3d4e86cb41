import { ChevronDown, ChevronUp, GripVertical } from 'lucide-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';

import type { SeriesPost } from '../../shared/api/types';
import { FieldError } from '../../shared/form/field';
import { paths } from '../../shared/paths';
import './admin-series.css';
import { moved, useOrder } from './use-order';

type Props = { id: string; stored: readonly SeriesPost[] };

const HIDDEN_TITLE = 'A draft of somebody else';

/** The posts of a series, which buttons and the pointer put into another order. */
export function SeriesOrder({ id, stored }: Props) {
  const { posts, change, error, isBusy } = useOrder(id, stored);
  const { list, keepFocus } = useKeptFocus(isBusy);
  const [dragged, setDragged] = useState<number | null>(null);
  /** What screen readers are told. */
  const [news, setNews] = useState('');

  async function move(from: number, to: number) {
    const post = posts[from];
    if (post && from !== to && (await change(moved(posts, from, to)))) {
      setNews(`${titleOf(post)} is now number ${to + 1} of ${posts.length}`);
    }
  }

  function step(index: number, kind: StepKind) {
    keepFocus(posts[index]?._id, kind);
    void move(index, kind === 'up' ? index - 1 : index + 1);
  }

  return (
    <>
      <ol ref={list} className="panel-card series-order" aria-busy={isBusy || undefined}>
        {posts.map((post, index) => (
          // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons do the same by keyboard
          <li
            key={post._id}
            className="series-order-post"
            data-post={post._id}
            data-dragged={index === dragged || undefined}
            draggable
            onDragStart={(event) => {
              startDrag(event, post);
              setDragged(index);
            }}
            onDragOver={(event) => {
              if (dragged !== null) {
                event.preventDefault();
              }
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== null) {
                void move(dragged, index);
              }
            }}
            onDragEnd={() => {
              setDragged(null);
            }}
          >
            <span className="series-order-grip" aria-hidden>
              <GripVertical />
            </span>
            <span className="series-order-number" aria-hidden>
              {index + 1}
            </span>
            <PostName post={post} />
            <span className="series-order-steps">
              <Step post={post} kind="up" isPossible={index > 0} onStep={step} index={index} />
              <Step
                post={post}
                kind="down"
                isPossible={index < posts.length - 1}
                onStep={step}
                index={index}
              />
            </span>
          </li>
        ))}
      </ol>
      {error !== null && (
        <div role="alert">
          <FieldError id={`${id}-order-error`}>{error}</FieldError>
        </div>
      )}
      <p className="visually-hidden" role="status">
        {news}
      </p>
    </>
  );
}

function titleOf({ title }: SeriesPost): string {
  return title ?? HIDDEN_TITLE;
}

/** Names the post where it is dropped elsewhere. */
function startDrag({ dataTransfer }: DragEvent, post: SeriesPost): void {
  dataTransfer.effectAllowed = 'move';
  dataTransfer.setData('text/plain', titleOf(post));
}

function PostName({ post }: { post: SeriesPost }) {
  const { _id: id, title, status } = post;
  return (
    <span className="series-order-name">
      {title === null ? (
        HIDDEN_TITLE
      ) : (
        // The row is dragged by it, not the address.
        <Link to={paths.adminEditPost(id)} draggable={false}>
          {title}
        </Link>
      )}
      {status === 'draft' && title !== null && <span className="row-note">Draft</span>}
    </span>
  );
}

type StepKind = 'up' | 'down';
const ICONS = { up: ChevronUp, down: ChevronDown } as const;

type StepProps = {
  post: SeriesPost;
  index: number;
  kind: StepKind;
  isPossible: boolean;
  onStep: (index: number, kind: StepKind) => void;
};

/** A button that moves a post. One that is not possible stays in its place, and keeps the focus. */
function Step({ post, index, kind, isPossible, onStep }: StepProps) {
  const Icon = ICONS[kind];
  const label = `Move ${titleOf(post)} ${kind}`;
  return (
    <button
      type="button"
      className="row-action"
      aria-label={label}
      title={label}
      data-kind={kind}
      aria-disabled={!isPossible || undefined}
      onClick={() => {
        if (isPossible) {
          onStep(index, kind);
        }
      }}
    >
      <Icon aria-hidden />
    </button>
  );
}

/** Keeps the focus at the button of a post that moves. */
function useKeptFocus(isBusy: boolean) {
  const list = useRef<HTMLOListElement>(null);
  const target = useRef<{ post: string; kind: StepKind } | null>(null);

  // After each rendering: a row that moves loses the focus, also when the change is undone.
  useEffect(() => {
    if (target.current !== null && document.activeElement === document.body) {
      const { post, kind } = target.current;
      const row = list.current?.querySelector(`[data-post="${CSS.escape(post)}"]`);
      row?.querySelector<HTMLElement>(`[data-kind="${kind}"]`)?.focus();
    }
    if (!isBusy) {
      target.current = null;
    }
  });

  return {
    list,
    keepFocus: (post: string | undefined, kind: StepKind) => {
      target.current = post === undefined ? null : { post, kind };
    },
  };
}
