/** Pictures load when they come near, open large, and say what they would show when they fail. */

export type Picture = { source: string; description: string; opener: HTMLElement };

/** Smaller ones (badges, icons) gain nothing from being opened. */
const SMALLEST_TO_OPEN = 240;

export function preparePictures(fragment: DocumentFragment): void {
  fragment.querySelectorAll('img').forEach((image) => {
    image.setAttribute('loading', 'lazy');
    image.setAttribute('decoding', 'async');
    image.setAttribute('referrerpolicy', 'no-referrer');
    if (isAlone(image)) {
      image.dataset['alone'] = '';
    }
    if (!image.closest('a, button, summary') && !isDeclaredSmall(image)) {
      wrapInButton(image);
    }
  });
}

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
      if (target instanceof HTMLImageElement && target.naturalWidth < SMALLEST_TO_OPEN) {
        delete target.dataset['alone'];
        target.closest('button.picture')?.setAttribute('disabled', '');
      }
    },
    { capture: true, signal },
  );
}

function wrapInButton(image: HTMLImageElement): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'picture';
  button.setAttribute('aria-haspopup', 'dialog');
  button.setAttribute('aria-label', image.alt === '' ? 'Open image' : `Open image: ${image.alt}`);
  image.replaceWith(button);
  button.append(image);
}

function showMissing(image: HTMLImageElement): void {
  const note = document.createElement('span');
  note.className = 'picture-missing';
  note.setAttribute('role', 'img');
  note.textContent = image.alt === '' ? 'Image not available' : image.alt;
  note.setAttribute('aria-label', note.textContent);
  if (!('alone' in image.dataset)) {
    note.dataset['inline'] = '';
  }
  (image.closest('.picture') ?? image).replaceWith(note);
}

/** Whether the picture stands apart from text: in a paragraph of its own or with other pictures. */
function isAlone(image: HTMLImageElement): boolean {
  const holder = image.closest('p, figure, div, li, td, th, section, blockquote');
  return holder === null || [...holder.childNodes].every(isWithoutText);
}

function isWithoutText(node: Node): boolean {
  const isBlock = node instanceof Element && node.matches('figcaption, div, p, ul, ol');
  return isBlock || node.textContent?.trim() === '';
}

function isDeclaredSmall(image: HTMLImageElement): boolean {
  const width = Number(image.getAttribute('width') ?? Number.NaN);
  return width < SMALLEST_TO_OPEN;
}
