import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Replaces the address of a page by the present one, if it was opened by a former slug, by a name or by an id. */
export function usePresentSlug(
  slug: string,
  present: string | undefined,
  pathOf: (slug: string) => string,
): void {
  const navigate = useNavigate();
  const { search } = useLocation();
  const target = present === undefined || present === slug ? null : pathOf(present) + search;
  useEffect(() => {
    if (target !== null) {
      void navigate(target, { replace: true, preventScrollReset: true });
    }
  }, [navigate, target]);
}
