import { useMutation, useQueryClient } from '@tanstack/react-query';

import { invalidateAfter } from '../../shared/api/invalidation';
import type { PostSummary } from '../../shared/api/types';
import { postPatch, patchAllQueries } from '../../shared/marks/patch-all-queries';
import type { Failure } from '../../shared/ui/use-failure';
import { featurePost } from './api';

const MUTATION_KEY = ['feature-post'];

type Change = { id: string; isFeatured: boolean };

/** Features posts or undoes that: shown at once, one request after the other. */
export function useFeatureToggle(failure: Failure): (post: PostSummary) => void {
  const client = useQueryClient();

  function patchPost({ id, isFeatured }: Change) {
    patchAllQueries(
      client,
      postPatch(id, (post) => ({ ...post, isFeatured })),
    );
  }

  const { mutate } = useMutation({
    mutationKey: MUTATION_KEY,
    scope: { id: 'feature-post' },
    mutationFn: ({ id, isFeatured }: Change) => featurePost(id, isFeatured),
    onMutate: patchPost,
    onError: (error, { id, isFeatured }) => {
      patchPost({ id, isFeatured: !isFeatured });
      failure.show(error, 'Failed to update featured status');
    },
    onSettled: () => {
      // A refetch during another mutation would undo its optimistic change.
      if (client.isMutating({ mutationKey: MUTATION_KEY }) === 1) {
        void invalidateAfter(client, 'featured');
      }
    },
  });

  return ({ _id: id, isFeatured }) => {
    mutate({ id, isFeatured: !isFeatured });
  };
}
