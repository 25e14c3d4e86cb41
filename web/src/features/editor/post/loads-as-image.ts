const TIMEOUT_MS = 15_000;

/** Whether an image loads from an address. */
export function loadsAsImage(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const image = new Image();
    const timer = setTimeout(() => {
      resolve(false);
    }, TIMEOUT_MS);
    const settle = (isImage: boolean) => () => {
      clearTimeout(timer);
      resolve(isImage);
    };
    image.onload = settle(true);
    image.onerror = settle(false);
    image.referrerPolicy = 'no-referrer';
    image.src = address;
  });
}
