/** Text and background colours, which the stylesheet keeps readable in both themes. */
import { Parchment } from 'quill/core.js';
import { ColorAttributor } from 'quill/formats/color.js';

type StyleHook = {
  /** The class of elements with the colour. */
  className: string;
  /** The custom property with the colour. */
  property: string;
};

class ReadableColour extends ColorAttributor {
  readonly #styleHook: StyleHook;

  constructor(name: string, style: string, styleHook: StyleHook) {
    super(name, style, { scope: Parchment.Scope.INLINE });
    this.#styleHook = styleHook;
  }

  override add(element: HTMLElement, colour: string): boolean {
    const isAdded = super.add(element, colour);
    if (isAdded) {
      element.classList.add(this.#styleHook.className);
      element.style.setProperty(this.#styleHook.property, colour);
    }
    return isAdded;
  }

  override remove(element: HTMLElement): void {
    element.classList.remove(this.#styleHook.className);
    element.style.removeProperty(this.#styleHook.property);
    super.remove(element);
  }
}

export const WrittenColour = new ReadableColour('color', 'color', {
  className: 'is-coloured',
  property: '--written-colour',
});

export const MarkerColour = new ReadableColour('background', 'background-color', {
  className: 'is-marked',
  property: '--marker-colour',
});
