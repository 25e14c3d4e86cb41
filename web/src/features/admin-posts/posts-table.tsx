import { ChartColumn, Pencil, Star, Trash2 } from 'lucide-react';
import { Link } from 'react-router';

import { analyticsPath } from '../../shared/analytics-path';
import type { ManagedPost } from '../../shared/api/types';
import { bylineText } from '../../shared/ui/byline-text';
import { paths } from '../../shared/paths';
import type { Permissions } from '../../shared/session/permissions';
import { type Column, PanelTable } from '../../shared/ui/panel-table';
import { TimeStamp } from '../../shared/ui/time-stamp';

type Actions = {
  /** The permissions of the viewer; the other actions are hidden. */
  permissions: Permissions;
  onFeature: (post: ManagedPost) => void;
  onDelete: (post: ManagedPost) => void;
};

const FACTS: readonly Column<ManagedPost>[] = [
  {
    title: 'Status',
    cell: (post) => (
      <span className="row-states">
        <Status of={post} />
        <ReviewBadge of={post} />
      </span>
    ),
  },
  {
    title: 'Created',
    cellClassName: 'cell-quiet',
    cell: ({ createdAt }) => <TimeStamp time={createdAt} />,
  },
  {
    title: 'Views',
    className: 'cell-number',
    cellClassName: 'cell-quiet',
    cell: ({ views }) => (
      <>
        {views.total.toLocaleString()}
        <span className="on-cards"> {views.total === 1 ? 'view' : 'views'}</span>
      </>
    ),
  },
];

export function PostsTable({ posts, ...actions }: { posts: readonly ManagedPost[] } & Actions) {
  const { canEditAllPosts } = actions.permissions;
  const columns: Column<ManagedPost>[] = [
    {
      title: 'Title',
      cellClassName: 'cell-main',
      cell: (post) => <TitleAndCategory post={post} isOfAll={canEditAllPosts} />,
    },
    ...FACTS,
    {
      title: 'Actions',
      className: 'cell-actions',
      cell: (post) => <PostActions post={post} {...actions} />,
    },
  ];
  return <PanelTable columns={columns} items={posts} />;
}

function Status({ of: { status, publishAt } }: { of: ManagedPost }) {
  if (status !== 'draft') {
    return (
      <span className="status" data-tone="good">
        Published
      </span>
    );
  }
  return publishAt ? (
    <>
      <span className="status" data-tone="accent">
        Scheduled
      </span>
      <span className="row-note row-time">
        <span className="visually-hidden"> · </span>
        <TimeStamp time={publishAt} form="moment" />
      </span>
    </>
  ) : (
    <span className="status" data-tone="quiet">
      Draft
    </span>
  );
}

const REVIEWS: Readonly<Record<string, { text: string; tone: string }>> = {
  submitted: { text: 'Submitted', tone: 'accent' },
  changesRequested: { text: 'Changes requested', tone: 'warning' },
};

/** The state of the review of a draft, if there is one. */
function ReviewBadge({ of: { status, review } }: { of: ManagedPost }) {
  const shown = status === 'draft' ? REVIEWS[review] : undefined;
  return (
    shown && (
      <span className="status" data-tone={shown.tone}>
        {shown.text}
      </span>
    )
  );
}

type TitleProps = { post: ManagedPost; isOfAll: boolean };

function TitleAndCategory({ post, isOfAll }: TitleProps) {
  const { _id: id, title, category, status, authors } = post;
  const isNaming = isOfAll || authors.length > 1;
  return (
    <>
      <Link
        to={status === 'draft' ? paths.adminEditPost(id) : paths.post(post)}
        className="row-title"
      >
        {title}
      </Link>
      <span className="row-note">
        <span>{category}</span>
        {isNaming && ` · ${bylineText(authors.map(({ username }) => username))}`}
      </span>
    </>
  );
}

function PostActions({ post, permissions, onFeature, onDelete }: { post: ManagedPost } & Actions) {
  const { _id: id, title, isFeatured } = post;
  const canChange = permissions.canChange(post);
  return (
    <div className="row-actions">
      {permissions.canFeature && (
        <button
          type="button"
          className="row-action row-star"
          aria-pressed={isFeatured}
          aria-label={`Feature ${title}`}
          title={isFeatured ? 'Featured' : 'Feature'}
          onClick={() => {
            onFeature(post);
          }}
        >
          <Star aria-hidden />
        </button>
      )}
      {post.status === 'published' && (
        <Link
          to={analyticsPath(id)}
          className="row-action"
          aria-label={`Analytics of ${title}`}
          title="Analytics"
        >
          <ChartColumn aria-hidden />
        </Link>
      )}
      {canChange && (
        <Link
          to={paths.adminEditPost(id)}
          className="row-action"
          aria-label={`Edit ${title}`}
          title="Edit"
        >
          <Pencil aria-hidden />
        </Link>
      )}
      {canChange && (
        <button
          type="button"
          className="row-action row-danger"
          aria-label={`Delete ${title}`}
          title="Delete"
          onClick={() => {
            onDelete(post);
          }}
        >
          <Trash2 aria-hidden />
        </button>
      )}
    </div>
  );
}
