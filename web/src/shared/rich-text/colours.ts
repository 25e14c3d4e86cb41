/**
 * Colours that an author chose on white paper must be readable on dark paper too: they are handed to the
 * stylesheet, which keeps the hue and takes the lightness from the theme. A pair of both stays as it is.
 */
export function prepareColours(fragment: DocumentFragment): void {
  fragment.querySelectorAll<HTMLElement>('[style]').forEach((element) => {
    const { color, backgroundColor } = element.style;
    if (color !== '' && backgroundColor === '') {
      element.style.removeProperty('color');
      element.style.setProperty('--written-colour', color);
      element.classList.add('is-coloured');
    }
    if (backgroundColor !== '' && color === '') {
      element.style.setProperty('--marker-colour', backgroundColor);
      element.classList.add('is-marked');
    }
  });
}
