import { Merge, Pencil } from 'lucide-react';
import { Link } from 'react-router';

import type { ManagedTag } from '../../shared/api/types';
import { paths } from '../../shared/paths';
import { type Column, PanelTable } from '../../shared/ui/panel-table';
import { postsText } from './tag-texts';

type Actions = {
  onEdit: (tag: ManagedTag) => void;
  onMerge: (tag: ManagedTag) => void;
};

const FACTS: readonly Column<ManagedTag>[] = [
  {
    title: 'Tag',
    cellClassName: 'cell-main',
    cell: ({ name, slug, postCount }) => (
      <>
        <span className="row-title">
          {/* Without published posts it has no page. */}
          {postCount > 0 ? <Link to={paths.tag(slug)}>{name}</Link> : name}
        </span>
        <span className="row-note">{paths.tag(slug)}</span>
      </>
    ),
  },
  { title: 'Posts', cell: postsText },
  {
    title: 'About',
    cellClassName: 'cell-quiet',
    cell: ({ description }) => description || 'No description',
  },
];

/** The tags; cards on phones. */
export function TagsTable({ tags, ...actions }: { tags: readonly ManagedTag[] } & Actions) {
  const columns: Column<ManagedTag>[] = [
    ...FACTS,
    {
      title: 'Actions',
      className: 'cell-actions',
      cell: (tag) => <TagActions tag={tag} {...actions} />,
    },
  ];
  return <PanelTable columns={columns} items={tags} />;
}

function TagActions({ tag, onEdit, onMerge }: { tag: ManagedTag } & Actions) {
  return (
    <div className="row-actions">
      <button
        type="button"
        className="row-action"
        aria-label={`Edit ${tag.name}`}
        title="Edit"
        onClick={() => {
          onEdit(tag);
        }}
      >
        <Pencil aria-hidden />
      </button>
      <button
        type="button"
        className="row-action row-danger"
        aria-label={`Merge ${tag.name} into another tag`}
        title="Merge into another tag"
        onClick={() => {
          onMerge(tag);
        }}
      >
        <Merge aria-hidden />
      </button>
    </div>
  );
}
