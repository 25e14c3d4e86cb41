import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileText, Hash, Library, type LucideIcon, UserPlus, UserRound } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';

import { messageFor } from '../../shared/api/errors';
import type { Follow } from '../../shared/api/types';
import { paths } from '../../shared/paths';
import { toastFailure } from '../../shared/session/toast-failure';
import '../../shared/styles/follows.css';
import { toast } from '../../shared/toast';
import { ErrorState, PastTheEnd } from '../../shared/ui/failure-states';
import { focusPageTitle } from '../../shared/ui/page-title';
import { Pagination } from '../../shared/ui/pagination';
import { EmptyState } from '../../shared/ui/states';
import { TimeStamp } from '../../shared/ui/time-stamp';
import type { ListAddress } from '../../shared/use-list-address';
import { type FollowKind, type FollowTarget, followsQuery } from './api';
import { follow as setFollowed } from './follow-queue';

const FAILED = 'Failed to load what you follow';
const NOT_CHANGED = 'Failed to update what you follow';
const SKELETONS = 4;

const KINDS: Readonly<Record<FollowKind, { icon: LucideIcon; text: string }>> = {
  author: { icon: UserRound, text: 'Author' },
  tag: { icon: Hash, text: 'Tag' },
  series: { icon: Library, text: 'Series' },
  post: { icon: FileText, text: 'Conversation' },
};

/** The authors, tags, series and conversations that the reader follows. */
export function FollowedThings({ address }: { address: ListAddress<FollowKind> }) {
  const { data, error, isPlaceholderData, refetch } = useQuery(
    followsQuery(address.status, address.page),
  );
  if (data === undefined) {
    return error ? (
      <ErrorState message={messageFor(error, FAILED)} onRetry={() => void refetch()} />
    ) : (
      <FollowsSkeleton />
    );
  }
  const { follows, total, totalPages } = data;
  if (follows.length === 0) {
    return total > 0 ? (
      <PastTheEnd firstPage={address.to(1)} />
    ) : (
      <EmptyState icon={UserPlus} title="You follow nothing of this kind yet">
        <Link to={paths.treasure()} className="button">
          Explore blogs
        </Link>
      </EmptyState>
    );
  }
  return (
    <div aria-busy={isPlaceholderData || undefined}>
      <ul className="followed">
        {follows.map((followed) => (
          <Followed key={`${followed.kind} ${followed.target}`} followed={followed} />
        ))}
      </ul>
      <Pagination page={address.page} totalPages={totalPages} to={address.to} />
    </div>
  );
}

function Followed({ followed }: { followed: Follow }) {
  const { name, path, at } = followed;
  const client = useQueryClient();
  const target = targetOf(followed);
  const { icon: Icon, text } = KINDS[target.kind];
  const row = useRef<HTMLLIElement>(null);

  // The row leaves, and the focused button with it.
  useLayoutEffect(() => {
    const node = row.current;
    return () => {
      if (node?.contains(document.activeElement)) {
        focusPageTitle();
      }
    };
  }, []);

  async function change(isOn: boolean) {
    try {
      await setFollowed(client, target, isOn);
      return true;
    } catch (error) {
      toastFailure(error, NOT_CHANGED);
      return false;
    }
  }

  async function unfollow() {
    if (await change(false)) {
      toast.success(`You no longer follow ${name}`, {
        label: 'Undo',
        run: () => void change(true),
      });
    }
  }

  return (
    <li ref={row} className="followed-item">
      <span className="followed-icon" aria-hidden>
        <Icon />
      </span>
      <div className="followed-text">
        <Link to={path} className="followed-name">
          {name}
        </Link>
        <span className="followed-note">
          {text}
          {', followed '}
          <TimeStamp time={at} form="relative" />
        </span>
      </div>
      <button
        type="button"
        className="button button-small"
        aria-label={`Unfollow ${name}`}
        onClick={() => void unfollow()}
      >
        Unfollow
      </button>
    </li>
  );
}

function targetOf({ kind, target }: Follow): FollowTarget {
  return { kind: isKind(kind) ? kind : 'post', target };
}

function isKind(kind: string): kind is FollowKind {
  return Object.hasOwn(KINDS, kind);
}

function FollowsSkeleton() {
  return (
    <div role="status" aria-label="Loading what you follow">
      <ul className="followed" aria-hidden>
        {Array.from({ length: SKELETONS }, (_, index) => (
          <li key={index} className="followed-item">
            <span className="followed-icon skeleton" />
            <div className="followed-text">
              <div className="skeleton skeleton-line skeleton-short" />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
