/** The document of the editor: what a post can hold. `toDOM` of each part is its stored form. */
import { DOMParser, DOMSerializer, Schema } from 'prosemirror-model';

import { MARKS } from './marks';
import { FOOTNOTES, OBJECTS } from './objects';
import { TABLES } from './tables';
import { TEXT_BLOCKS } from './text-blocks';

export const schema = new Schema({
  nodes: {
    doc: { content: 'block+ footnotes?' },
    ...TEXT_BLOCKS,
    ...TABLES,
    ...OBJECTS,
    ...FOOTNOTES,
    text: { group: 'inline' },
  },
  marks: MARKS,
});

export const { nodes, marks } = schema;
export const postParser = DOMParser.fromSchema(schema);
export const postSerializer = DOMSerializer.fromSchema(schema);
