import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';

import { inReviewQuery } from './api';

const PARAMETER = 'review';
const SUBMITTED = 'submitted';

/** The filter by review, stored in the address. */
export function useReviewFilter() {
  const [address, setAddress] = useSearchParams();
  const isOn = address.get(PARAMETER) === SUBMITTED;
  return {
    isOn,
    /** Switches the filter, and returns to the first page. */
    toggle: () => {
      const next = new URLSearchParams(address);
      next.delete('page');
      if (isOn) {
        next.delete(PARAMETER);
      } else {
        next.set(PARAMETER, SUBMITTED);
      }
      setAddress(next, { preventScrollReset: true });
    },
  };
}

type Props = {
  filter: ReturnType<typeof useReviewFilter>;
  /** Whether the number of such drafts is shown. */
  isCounted: boolean;
};

/** The button that lists only drafts that wait for a review. */
export function ReviewFilter({ filter, isCounted }: Props) {
  const { data: count = 0 } = useQuery({ ...inReviewQuery(), enabled: isCounted });
  return (
    <button
      type="button"
      className="button filter-toggle"
      aria-pressed={filter.isOn}
      onClick={filter.toggle}
    >
      In review{' '}
      {count > 0 && (
        <span className="filter-count">
          {count.toLocaleString()}
          <span className="visually-hidden">{count === 1 ? ' draft' : ' drafts'}</span>
        </span>
      )}
    </button>
  );
}
