import { useNavigate } from 'react-router';

import { paths } from './paths';

/** Returns a function that navigates back; to the home page if the reader came from another site. */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  return () => {
    if (hasPageBefore(window.history.state)) {
      void navigate(-1);
    } else {
      void navigate(paths.home);
    }
  };
}

/** Whether the previous history entry is of this site: the router numbers its entries from 0. */
function hasPageBefore(state: unknown): boolean {
  return (
    typeof state === 'object' &&
    state !== null &&
    'idx' in state &&
    typeof state.idx === 'number' &&
    state.idx > 0
  );
}
