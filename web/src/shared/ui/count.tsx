import { useIsHydrating } from '../hydration';

type Props = { of: number; unit?: string };

/** A localised number with an optional unit: `1,234` or `1,234 views`. */
export function Count({ of: count, unit }: Props) {
  const format = useCountFormat();
  return unit === undefined ? format(count) : format(count, unit);
}

/** Returns a function that formats as `Count` does, for attributes. */
export function useCountFormat(): (count: number, unit?: string) => string {
  const isHydrating = useIsHydrating();
  return (count, unit) => {
    const digits = isHydrating ? formatEnglish(count) : count.toLocaleString();
    return unit === undefined ? digits : `${digits} ${unit}${count === 1 ? '' : 's'}`;
  };
}

/** Formats as the server does, without the reader's locale. */
function formatEnglish(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/gu, ',');
}
