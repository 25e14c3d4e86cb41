/** Returns the page number of an address: 1 if it is missing or invalid. */
export function pageIn(address: URLSearchParams): number {
  const page = Number(address.get('page') ?? '1');
  return Number.isSafeInteger(page) && page >= 1 && page <= 2 ** 31 ? page : 1;
}
