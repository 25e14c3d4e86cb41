import { useIsServed } from '../served';

type Props = { of: number; unit?: string };

/** `1,234`, or `1,234 views` of a unit, in the digits of the reader. */
export function Count({ of: count, unit }: Props) {
  const write = useCounting();
  return unit === undefined ? write(count) : write(count, unit);
}

/** Writes as `Count` does, for what is no text of its own. */
export function useCounting(): (count: number, unit?: string) => string {
  const isServed = useIsServed();
  return (count, unit) => {
    const digits = isServed ? inEnglish(count) : count.toLocaleString();
    return unit === undefined ? digits : `${digits} ${unit}${count === 1 ? '' : 's'}`;
  };
}

/** As the server writes it, and without a look at how the reader does. */
function inEnglish(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/gu, ',');
}
