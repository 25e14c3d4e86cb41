/** Returns the page number of an address, written in digits alone: 1 if it is missing or invalid, as on the server. */
export function pageIn(address: URLSearchParams, parameter = 'page'): number {
  const page = Number(/^\d+$/u.exec(address.get(parameter) ?? '')?.[0]);
  return page >= 1 && page <= 2 ** 31 ? page : 1;
}
