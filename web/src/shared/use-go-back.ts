import { useNavigate } from 'react-router';

import { paths } from './paths';

/** Back to where the reader came from; home for one who came straight here. */
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

/** The router numbers its entries from 0; before that lies another site. */
function hasPageBefore(state: unknown): boolean {
  return (
    typeof state === 'object' &&
    state !== null &&
    'idx' in state &&
    typeof state.idx === 'number' &&
    state.idx > 0
  );
}
