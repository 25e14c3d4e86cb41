import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { BlogSummary } from '../../shared/api/types';
import { blogPatch, patchCopies } from '../../shared/marks/cached-copies';
import type { Failure } from '../../shared/ui/use-failure';
import { featurePost } from './api';

const MUTATION_KEY = ['feature-post'];

type Change = { id: string; isFeatured: boolean };

/** Features a post or takes that back: shown at once, one request after the other. */
export function useFeatureToggle(failure: Failure): (post: BlogSummary) => void {
  const client = useQueryClient();

  function show({ id, isFeatured }: Change) {
    patchCopies(
      client,
      blogPatch(id, (blog) => ({ ...blog, isFeatured })),
    );
  }

  const { mutate } = useMutation({
    mutationKey: MUTATION_KEY,
    scope: { id: 'feature-post' },
    mutationFn: ({ id, isFeatured }: Change) => featurePost(id, isFeatured),
    onMutate: show,
    onError: (error, { id, isFeatured }) => {
      show({ id, isFeatured: !isFeatured });
      failure.show(error, 'Failed to update featured status');
    },
    onSettled: () => {
      // What came while another press is under way would take that back.
      if (client.isMutating({ mutationKey: MUTATION_KEY }) === 1) {
        void client.invalidateQueries();
      }
    },
  });

  return ({ _id: id, isFeatured }) => {
    mutate({ id, isFeatured: !isFeatured });
  };
}
