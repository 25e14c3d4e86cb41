/** Calls `act` when the picture failed before anybody listened to it, as in a page that the server drew. Gives back how to stop. */
export function failedBefore(image: HTMLImageElement | null, act: () => void): () => void {
  let isWanted = true;
  // Pictures without a size of their own count as empty: only decoding tells them from what failed.
  if (image?.complete && image.naturalWidth === 0) {
    image.decode().catch(() => {
      if (isWanted) {
        act();
      }
    });
  }
  return () => {
    isWanted = false;
  };
}
