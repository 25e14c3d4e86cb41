import { useSearchParams } from 'react-router';

import { type Month, parseMonth } from '../months';

/** The month in the address; the present one if there is none. */
export function useMonth(present: Month): Month {
  const [address] = useSearchParams();
  return parseMonth(address.get('month')) ?? present;
}
