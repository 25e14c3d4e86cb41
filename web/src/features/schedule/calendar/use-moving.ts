import { useMutation, useQueryClient } from '@tanstack/react-query';

import { ApiError } from '../../../shared/api/errors';
import { invalidateAfter } from '../../../shared/api/invalidation';
import type { CalendarPost } from '../../../shared/api/types';
import { toast } from '../../../shared/toast';
import type { Failure } from '../../../shared/ui/use-failure';
import { type Range, calendarQuery, schedulePost } from '../api';
import { momentText } from '../day-texts';

const MUTATION_KEY = ['move-post'];
const FAILED = 'Failed to move the post';

type Move = { post: CalendarPost; at: Date };

/** Moves planned posts to other times: shown at once, one request after the other, and taken back if that fails. */
export function useMoving(range: Range, zone: string, failure: Failure) {
  const client = useQueryClient();

  function show(id: string, at: string) {
    client.setQueryData(calendarQuery(range).queryKey, (posts) =>
      posts?.map((post) => (post.id === id ? { ...post, at } : post)),
    );
  }

  const { mutate } = useMutation({
    mutationKey: MUTATION_KEY,
    scope: { id: 'move-post' },
    mutationFn: ({ post, at }: Move) => schedulePost(post.id, at.toISOString()),
    onMutate: async ({ post, at }) => {
      failure.dismiss();
      // A response that is under way would take the move back.
      await client.cancelQueries({ queryKey: calendarQuery(range).queryKey });
      show(post.id, at.toISOString());
    },
    onSuccess: (_, { post, at }) => {
      toast.success(`“${post.title}” will be published on ${momentText(at, zone)}`, {
        label: 'Undo',
        run: () => {
          mutate({ post: { ...post, at: at.toISOString() }, at: new Date(post.at) });
        },
      });
    },
    onError: (error, { post }) => {
      show(post.id, post.at);
      failure.show(withFieldMessage(error), FAILED);
    },
    onSettled: () => {
      // A refetch during another move would take that back.
      if (client.isMutating({ mutationKey: MUTATION_KEY }) === 1) {
        void invalidateAfter(client, 'post');
      }
    },
  });

  return (post: CalendarPost, at: Date) => {
    mutate({ post, at });
  };
}

/** An error about the time says more than that of the whole request. */
function withFieldMessage(error: Error): Error {
  const message = error instanceof ApiError ? error.fields['publishAt'] : undefined;
  return message !== undefined && error instanceof ApiError
    ? new ApiError(error.status, message, { code: error.code, fields: error.fields })
    : error;
}
