import { Pencil, Star, Trash2 } from 'lucide-react';
import { Link } from 'react-router';

import type { PostSummary } from '../../shared/api/types';
import { paths } from '../../shared/paths';
import { TimeStamp } from '../../shared/ui/time-stamp';

type Actions = { onFeature: (post: PostSummary) => void; onDelete: (post: PostSummary) => void };

/** A table with one row for each post; cards on phones. */
export function PostsTable({ posts, ...actions }: { posts: readonly PostSummary[] } & Actions) {
  return (
    <table className="panel-card panel-table">
      <thead>
        <tr>
          <th scope="col">Title</th>
          <th scope="col">Status</th>
          <th scope="col">Created</th>
          <th scope="col" className="cell-number">
            Views
          </th>
          <th scope="col" className="cell-actions">
            Actions
          </th>
        </tr>
      </thead>
      <tbody>
        {posts.map((post) => (
          <PostRow key={post._id} post={post} {...actions} />
        ))}
      </tbody>
    </table>
  );
}

function PostRow({ post, onFeature, onDelete }: { post: PostSummary } & Actions) {
  const { _id: id, title, category, status, isFeatured, createdAt, views } = post;
  const isDraft = status === 'draft';
  return (
    <tr>
      <td className="cell-main">
        <Link to={isDraft ? paths.adminEditPost(id) : paths.post(post)} className="row-title">
          {title}
        </Link>
        <span className="row-note">{category}</span>
      </td>
      <td>
        <span className="status" data-tone={isDraft ? 'quiet' : 'good'}>
          {isDraft ? 'Draft' : 'Published'}
        </span>
      </td>
      <td className="cell-quiet">
        <TimeStamp time={createdAt} />
      </td>
      <td className="cell-quiet cell-number">
        {views.total.toLocaleString()}
        <span className="on-cards"> {views.total === 1 ? 'view' : 'views'}</span>
      </td>
      <td className="cell-actions">
        <div className="row-actions">
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
          <Link
            to={paths.adminEditPost(id)}
            className="row-action"
            aria-label={`Edit ${title}`}
            title="Edit"
          >
            <Pencil aria-hidden />
          </Link>
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
        </div>
      </td>
    </tr>
  );
}
