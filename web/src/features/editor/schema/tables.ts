/** Tables of rows and cells, as prosemirror-tables wants them. Other tables are kept as HTML. */
import type { Attrs, NodeSpec } from 'prosemirror-model';

import { KEPT_ATTRIBUTE, attributesOf, keptOf, number, text } from './attributes';

const CELL_ALIGNMENTS = ['left', 'center', 'right'];
const KNOWN = ['colspan', 'rowspan', 'align'];

const CELL_ATTRIBUTES = {
  colspan: { default: 1 },
  rowspan: { default: 1 },
  colwidth: { default: null },
  cellAlign: { default: '' },
  ...KEPT_ATTRIBUTE,
};

/** Whether a table has nothing but rows of cells. */
function isPlain(table: Element): boolean {
  const parts = [...table.children];
  return (
    parts.every((part) => part.matches('thead, tbody, tr')) &&
    !table.querySelector('table, caption, colgroup, tfoot') &&
    table.querySelector('td, th') !== null
  );
}

function readCell(element: HTMLElement): Attrs {
  const align = element.style.textAlign || (element.getAttribute('align') ?? '');
  return {
    colspan: spanOf(element, 'colspan'),
    rowspan: spanOf(element, 'rowspan'),
    cellAlign: CELL_ALIGNMENTS.includes(align) ? align : '',
    kept: keptOf(element, KNOWN),
  };
}

function spanOf(cell: Element, name: 'colspan' | 'rowspan'): number {
  const span = Number(cell.getAttribute(name));
  return Number.isInteger(span) && span > 1 && span <= 100 ? span : 1;
}

function cell(tag: 'td' | 'th', tableRole: string): NodeSpec {
  return {
    content: 'block+',
    tableRole,
    isolating: true,
    attrs: CELL_ATTRIBUTES,
    parseDOM: [{ tag, getAttrs: readCell }],
    toDOM: (node) => {
      const [colspan, rowspan] = [number(node.attrs, 'colspan'), number(node.attrs, 'rowspan')];
      const attributes = attributesOf(node, {
        align: text(node.attrs, 'cellAlign') || null,
        colspan: colspan > 1 ? String(colspan) : null,
        rowspan: rowspan > 1 ? String(rowspan) : null,
      });
      return [tag, attributes, 0];
    },
  };
}

export const TABLES = {
  table: {
    content: 'table_row+',
    tableRole: 'table',
    isolating: true,
    group: 'block',
    attrs: KEPT_ATTRIBUTE,
    parseDOM: [
      {
        tag: 'table',
        priority: 60,
        getAttrs: (element) => (isPlain(element) ? { kept: keptOf(element) } : false),
      },
    ],
    toDOM: (node) => ['table', attributesOf(node), ['tbody', 0]],
  },
  table_row: {
    content: '(table_cell | table_header)*',
    tableRole: 'row',
    attrs: KEPT_ATTRIBUTE,
    parseDOM: [{ tag: 'tr', getAttrs: (element) => ({ kept: keptOf(element) }) }],
    toDOM: (node) => ['tr', attributesOf(node), 0],
  },
  table_cell: cell('td', 'cell'),
  table_header: cell('th', 'header_cell'),
} satisfies Record<string, NodeSpec>;
