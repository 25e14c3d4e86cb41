/** Pictures that open large, and that are replaced by their description when they fail. */

export type Picture = { source: string; description: string; opener: HTMLElement };

/** In pixels; smaller ones (badges, icons) gain nothing from being opened. */
const OPEN_WIDTH_MIN = 240;

export function watchPictures(
  root: HTMLElement,
  onOpen: (picture: Picture) => void,
  signal: AbortSignal,
): void {
  root.addEventListener(
    'click',
    (event) => {
      const button =
        event.target instanceof Element ? event.target.closest<HTMLElement>('.picture') : null;
      const image = button?.querySelector('img');
      if (button && image) {
        onOpen({ source: image.currentSrc || image.src, description: image.alt, opener: button });
      }
    },
    { signal },
  );
  root.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLImageElement) {
        showMissing(target);
      }
    },
    { capture: true, signal },
  );
  root.addEventListener(
    'load',
    ({ target }) => {
      if (target instanceof HTMLImageElement) {
        disableSmall(target);
      }
    },
    { capture: true, signal },
  );
  root.querySelectorAll('img').forEach(handleEarlyResult);
}

/** Handles an image that loaded or failed before the listeners were attached. */
function handleEarlyResult(image: HTMLImageElement): void {
  if (image.complete && image.naturalWidth > 0) {
    disableSmall(image);
  } else if (image.complete) {
    image.decode().catch(() => {
      showMissing(image);
    });
  }
}

function disableSmall(image: HTMLImageElement): void {
  if (image.naturalWidth < OPEN_WIDTH_MIN) {
    image.closest('button.picture')?.setAttribute('disabled', '');
  }
}

/** Replaces an image by a note. The note has the size of the image, unless that is too small to be readable. */
function showMissing(image: HTMLImageElement): void {
  const note = document.createElement('span');
  note.className = 'picture-missing';
  note.setAttribute('role', 'img');
  note.textContent = image.alt === '' ? 'Image not available' : image.alt;
  note.setAttribute('aria-label', note.textContent);
  Object.assign(note.dataset, image.dataset);
  const width = image.getAttribute('width') ?? '';
  if ('alone' in image.dataset || Number(width) >= OPEN_WIDTH_MIN) {
    note.style.aspectRatio = image.style.aspectRatio;
    note.style.width = /^\d+$/u.test(width) ? `${width}px` : width;
  }
  (image.closest('.picture') ?? image).replaceWith(note);
}
