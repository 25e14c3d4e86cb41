import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { avatarsQuery } from '../../shared/api/avatars';

/** The avatars once they are loaded, and the chosen one; the first by default. */
export function useAvatarChoice(firstUrl: string | undefined) {
  const { data: avatars, error, refetch } = useQuery(avatarsQuery());
  const [chosenUrl, setChosenUrl] = useState(firstUrl);
  return {
    avatars,
    chosen: avatars?.find(({ url }) => url === chosenUrl) ?? avatars?.[0],
    choose: setChosenUrl,
    error,
    retry: () => void refetch(),
  };
}

export type AvatarChoice = ReturnType<typeof useAvatarChoice>;
