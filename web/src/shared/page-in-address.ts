/** The page that an address asks for: from 1, and 1 when it asks for nothing that can be. */
export function pageIn(address: URLSearchParams): number {
  const page = Number(address.get('page') ?? '1');
  return Number.isSafeInteger(page) && page >= 1 && page <= 2 ** 31 ? page : 1;
}
