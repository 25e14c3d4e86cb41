import { useQuery } from '@tanstack/react-query';
import { Tags } from 'lucide-react';
import { useState } from 'react';

import { managedTagsQuery } from '../../../features/admin-tags/api';
import { MergeTag } from '../../../features/admin-tags/merge-tag';
import { TagDialog } from '../../../features/admin-tags/tag-dialog';
import { TagsTable } from '../../../features/admin-tags/tags-table';
import type { ManagedTag } from '../../../shared/api/types';
import { ErrorBanner } from '../../../shared/ui/error-banner';
import { ManagedList } from '../../../shared/ui/managed-list';
import { PageTitle } from '../../../shared/ui/page-title';
import { numberedTitle } from '../../../shared/ui/pagination';
import { SearchField } from '../../../shared/ui/search-field';
import { useFailure } from '../../../shared/ui/use-failure';
import { useListAddress } from '../../../shared/use-list-address';

/** The tags of all posts, which editors rename and merge. */
export function TagsPage() {
  const address = useListAddress();
  const list = useQuery(managedTagsQuery(address));
  const failure = useFailure(list.error, 'Failed to fetch the tags');
  const [edited, setEdited] = useState<ManagedTag | null>(null);
  const [merged, setMerged] = useState<ManagedTag | null>(null);
  const tags = list.data?.tags ?? [];
  return (
    <div className="page">
      <div className="panel-head">
        <PageTitle title={numberedTitle('Tags', address.page)}>Tags</PageTitle>
      </div>
      <p className="panel-lead">
        A tag has a page with its posts. Another name changes all posts that have it; a merge gives
        them the other tag.
      </p>
      <ErrorBanner message={failure.message} onDismiss={failure.dismiss} />
      <div className="filters">
        <SearchField
          label="Search tags"
          placeholder="Search tags..."
          text={address.search}
          onSearch={(search) => {
            address.change({ search });
          }}
        />
      </div>
      <ManagedList
        list={list}
        shown={tags.length}
        address={address}
        units={['tag', 'tags']}
        emptyIcon={Tags}
        emptyTitle={address.search === '' ? 'No post has a tag yet' : 'No tags found'}
      >
        <TagsTable tags={tags} onEdit={setEdited} onMerge={setMerged} />
      </ManagedList>
      {edited && (
        <TagDialog
          tag={edited}
          onClose={() => {
            setEdited(null);
          }}
        />
      )}
      {merged && (
        <MergeTag
          tag={merged}
          onMerged={() => {
            if (tags.length === 1 && address.page > 1) {
              address.goTo(address.page - 1);
            }
          }}
          onClose={() => {
            setMerged(null);
          }}
        />
      )}
    </div>
  );
}
