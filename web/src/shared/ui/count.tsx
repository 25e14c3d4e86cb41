import { useIsServed } from '../served';

type Props = { of: number; unit?: string };

/** `1,234`, or `1,234 views` of a unit, in the digits of the reader. */
export function Count({ of: count, unit }: Props) {
  const digits = count.toLocaleString(useIsServed() ? 'en' : undefined);
  return unit === undefined ? digits : `${digits} ${unit}${count === 1 ? '' : 's'}`;
}
