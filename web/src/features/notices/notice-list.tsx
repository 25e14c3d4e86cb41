import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BellOff, CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';

import { messageFor } from '../../shared/api/errors';
import type { Notice } from '../../shared/api/types';
import { pageIn } from '../../shared/page-in-address';
import { withQuery } from '../../shared/paths';
import type { AccountKind } from '../../shared/session/ended-session';
import { toastFailure } from '../../shared/session/toast-failure';
import { ErrorState, PastTheEnd } from '../../shared/ui/failure-states';
import { focusPageTitle } from '../../shared/ui/page-title';
import { Pagination } from '../../shared/ui/pagination';
import { EmptyState } from '../../shared/ui/states';
import { Tabs } from '../../shared/ui/tabs';
import { markRead, noticesQuery } from './api';
import { groupByDay } from './days';
import { NoticeItem } from './notice-item';
import './notices.css';

const FAILED = 'Failed to load your notifications';
const NOT_MARKED = 'Failed to mark them as read';
const SKELETONS = 6;

type Props = { kind: AccountKind; path: string };

/** The notices of the signed-in account by days, with the filter of those that are not read. */
export function NoticeList({ kind, path }: Props) {
  const [address] = useSearchParams();
  const isUnreadOnly = address.get('show') === 'unread';
  const page = pageIn(address);
  const client = useQueryClient();
  const list = useQuery(noticesQuery(kind, isUnreadOnly, page));
  const [isMarking, setMarking] = useState(false);
  const unread = list.data?.unread ?? 0;
  const to = (number: number, filter = isUnreadOnly) =>
    withQuery(path, {
      show: filter ? 'unread' : undefined,
      page: number > 1 ? String(number) : undefined,
    });

  function open({ id, readAt }: Notice) {
    if (readAt === null) {
      // Whether it succeeds or not, they are on their way to what it is about.
      markRead(client, kind, { ids: [id] }).catch(() => undefined);
    }
  }

  async function markAll(newest: Notice | undefined) {
    setMarking(true);
    try {
      await markRead(client, kind, { before: latestOf(newest?.at, new Date().toISOString()) });
      // The button goes with the last unread notice.
      focusPageTitle();
    } catch (error) {
      toastFailure(error, NOT_MARKED);
    } finally {
      setMarking(false);
    }
  }

  return (
    <>
      <div className="notifications-bar">
        <Tabs
          label="Which notifications"
          tabs={[
            { label: 'All', to: to(1, false), isPresent: !isUnreadOnly },
            {
              label: 'Unread',
              to: to(1, true),
              isPresent: isUnreadOnly,
              count: unread > 0 ? unread : undefined,
            },
          ]}
        />
        {unread > 0 && (
          <button
            type="button"
            className="button"
            aria-disabled={isMarking || undefined}
            onClick={() => {
              if (!isMarking) {
                void markAll(list.data?.notifications[0]);
              }
            }}
          >
            <CheckCheck aria-hidden />
            Mark all as read
          </button>
        )}
      </div>
      <Listed
        list={list}
        page={page}
        to={to}
        onOpen={open}
        emptyTitle={isUnreadOnly ? 'Nothing new' : 'No notifications yet'}
        emptyText={isUnreadOnly ? 'You have read everything.' : WHAT_COMES[kind]}
      />
    </>
  );
}

const WHAT_COMES: Readonly<Record<AccountKind, string>> = {
  reader: 'Replies, mentions and what you follow will stand here.',
  admin: 'Comments on your posts, mentions and reviews will stand here.',
};

type ListedProps = {
  list: {
    data: { notifications: Notice[]; total: number; totalPages: number } | undefined;
    error: Error | null;
    isPlaceholderData: boolean;
    refetch: () => unknown;
  };
  page: number;
  to: (page: number) => string;
  onOpen: (notice: Notice) => void;
  emptyTitle: string;
  emptyText: string;
};

function Listed({ list, page, to, onOpen, emptyTitle, emptyText }: ListedProps) {
  const { data, error, isPlaceholderData, refetch } = list;
  if (data === undefined) {
    return error ? (
      <ErrorState message={messageFor(error, FAILED)} onRetry={() => void refetch()} />
    ) : (
      <NoticesSkeleton />
    );
  }
  const { notifications, total, totalPages } = data;
  if (notifications.length === 0) {
    return total > 0 ? (
      <PastTheEnd firstPage={to(1)} />
    ) : (
      <EmptyState icon={BellOff} title={emptyTitle}>
        <p className="state-text">{emptyText}</p>
      </EmptyState>
    );
  }
  return (
    <div aria-busy={isPlaceholderData || undefined}>
      {groupByDay(notifications, new Date()).map((day) => (
        <section key={day.title} className="notifications-day" aria-label={day.title}>
          <h2 className="notifications-day-title">{day.title}</h2>
          <ul className="notifications">
            {day.items.map((notice) => (
              <NoticeItem key={notice.id} notice={notice} onOpen={onOpen} />
            ))}
          </ul>
        </section>
      ))}
      <Pagination page={page} totalPages={totalPages} to={to} />
    </div>
  );
}

function NoticesSkeleton() {
  return (
    <div role="status" aria-label="Loading notifications">
      <ul className="notifications" aria-hidden>
        {Array.from({ length: SKELETONS }, (_, index) => (
          <li key={index} className="notification">
            <span className="skeleton notification-skeleton-picture" />
            <div className="notification-body">
              <div className="skeleton skeleton-line" />
              <div className="skeleton skeleton-line skeleton-short" />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Returns the later of two times: the clock of this device may be slow. */
function latestOf(one: string | undefined, other: string): string {
  return one !== undefined && one > other ? one : other;
}
