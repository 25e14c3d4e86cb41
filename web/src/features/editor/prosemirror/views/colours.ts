/** Text and background colours, which the stylesheet keeps readable in both themes. */
import type { Mark } from 'prosemirror-model';
import type { MarkView } from 'prosemirror-view';

import { text } from '../../schema/attributes';

/** Returns a view with a class and a custom property for the stylesheet. */
function colourView(style: string, className: string, property: string) {
  return (mark: Mark): MarkView => {
    const dom = document.createElement('span');
    const colour = text(mark.attrs, 'value');
    dom.className = className;
    dom.style.setProperty(style, colour);
    dom.style.setProperty(property, colour);
    return { dom };
  };
}

export const COLOUR_VIEWS = {
  color: colourView('color', 'is-coloured', '--written-colour'),
  background: colourView('background-color', 'is-marked', '--marker-colour'),
};
