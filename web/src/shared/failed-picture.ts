/**
 * Calls `act` if the image failed before a listener was attached, as in a page drawn by the server. Returns a function
 * that cancels it.
 */
export function onEarlyFailure(image: HTMLImageElement | null, act: () => void): () => void {
  let isActive = true;
  // Images without intrinsic size have a width of 0 as well: only decoding tells them from failed ones.
  if (image?.complete && image.naturalWidth === 0) {
    image.decode().catch(() => {
      if (isActive) {
        act();
      }
    });
  }
  return () => {
    isActive = false;
  };
}
