/** Pictures open large, and say what they would show when they fail. */

export type Picture = { source: string; description: string; opener: HTMLElement };

/** Smaller ones (badges, icons) gain nothing from being opened. */
const SMALLEST_TO_OPEN = 240;

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
        closeSmall(target);
      }
    },
    { capture: true, signal },
  );
  root.querySelectorAll('img').forEach(judgeEarly);
}

/** What came or failed before anybody watched. */
function judgeEarly(image: HTMLImageElement): void {
  if (image.complete && image.naturalWidth > 0) {
    closeSmall(image);
  } else if (image.complete) {
    image.decode().catch(() => {
      showMissing(image);
    });
  }
}

function closeSmall(image: HTMLImageElement): void {
  if (image.naturalWidth < SMALLEST_TO_OPEN) {
    image.closest('button.picture')?.setAttribute('disabled', '');
  }
}

/** A note in the picture's place. It is as large as the picture was to be, unless that was too small to be read. */
function showMissing(image: HTMLImageElement): void {
  const note = document.createElement('span');
  note.className = 'picture-missing';
  note.setAttribute('role', 'img');
  note.textContent = image.alt === '' ? 'Image not available' : image.alt;
  note.setAttribute('aria-label', note.textContent);
  Object.assign(note.dataset, image.dataset);
  const width = image.getAttribute('width') ?? '';
  if ('alone' in image.dataset || Number(width) >= SMALLEST_TO_OPEN) {
    note.style.aspectRatio = image.style.aspectRatio;
    note.style.width = /^\d+$/u.test(width) ? `${width}px` : width;
  }
  (image.closest('.picture') ?? image).replaceWith(note);
}
