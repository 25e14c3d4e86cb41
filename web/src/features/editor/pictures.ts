/** Whether an address is that of a picture that the site stores. */
export function isStoredPicture(address: string): boolean {
  return address.startsWith('/media/');
}
