/** Colours of words and of their background, which the stylesheet keeps readable in both themes. */
import { Parchment } from 'quill/core.js';
import { ColorAttributor } from 'quill/formats/color.js';

type Handover = {
  /** The class by which the stylesheet knows the words. */
  className: string;
  /** Where the stylesheet finds the colour. */
  property: string;
};

class ReadableColour extends ColorAttributor {
  readonly #handover: Handover;

  constructor(name: string, style: string, handover: Handover) {
    super(name, style, { scope: Parchment.Scope.INLINE });
    this.#handover = handover;
  }

  override add(element: HTMLElement, colour: string): boolean {
    const isAdded = super.add(element, colour);
    if (isAdded) {
      element.classList.add(this.#handover.className);
      element.style.setProperty(this.#handover.property, colour);
    }
    return isAdded;
  }

  override remove(element: HTMLElement): void {
    element.classList.remove(this.#handover.className);
    element.style.removeProperty(this.#handover.property);
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
