/** Tables: a head, a body and the alignment of cells; tables that only arrange a page become its blocks. */
import { make } from '../dom';
import { stylesOf } from '../styles';
import { dropWholeBold } from './headings';
import { contextOf, type Context } from './marks';
import type { Reader } from './flow';

const ALIGNMENTS = ['left', 'center', 'right'];
const SPAN_MAX = 100;

/** Reads a table. */
export function readTable(table: Element, context: Context, read: Reader): Element[] {
  const inner = contextOf(table, context);
  const rows = rowsOf(table);
  if (isLayout(table, rows)) {
    return rows.flatMap((row) =>
      [...row.children].flatMap((cell) => read(cell.childNodes, contextOf(cell, inner)).blocks()),
    );
  }
  const headCount = headRowCount(rows);
  const built = rows.map((row, index) => readRow(row, index < headCount, inner, read));
  const parts = [
    make(table, 'thead', {}, built.slice(0, headCount)),
    make(table, 'tbody', {}, built.slice(headCount)),
  ].filter((part) => part.childElementCount > 0);
  const result = make(table, 'table', {}, parts);
  const caption = [...table.children].find((child) => child.tagName === 'CAPTION');
  const title = caption ? read(caption.childNodes, inner).lines() : [];
  if (title.length > 0) {
    result.prepend(make(table, 'caption', {}, title));
  }
  const isEmpty = result.textContent.trim() === '' && !result.querySelector('img');
  return isEmpty ? [] : [result];
}

function rowsOf(table: Element): Element[] {
  return [...table.children].flatMap((part) => {
    if (part.matches('thead, tbody, tfoot')) {
      return [...part.children].filter((row) => row.tagName === 'TR' && row.childElementCount > 0);
    }
    return [];
  });
}

function isLayout(table: Element, rows: readonly Element[]): boolean {
  const isSingleCell = rows.length === 1 && rows[0]?.childElementCount === 1;
  const role = table.getAttribute('role') ?? '';
  return (
    isSingleCell || ['presentation', 'none'].includes(role) || table.querySelector('table') !== null
  );
}

function headRowCount(rows: readonly Element[]): number {
  const inHead = rows.findIndex((row) => row.parentElement?.tagName !== 'THEAD');
  if (inHead !== 0) {
    return inHead < 0 ? rows.length : inHead;
  }
  const isHead = [...(rows[0]?.children ?? [])].every((cell) => cell.tagName === 'TH');
  return isHead ? 1 : 0;
}

function readRow(row: Element, isHead: boolean, context: Context, read: Reader): Element {
  const inner = contextOf(row, context);
  const cells = [...row.children]
    .filter((cell) => cell.matches('td, th'))
    .map((cell) => {
      const tag = isHead ? 'th' : cell.tagName.toLowerCase();
      const attributes = {
        align: alignmentOf(cell),
        colspan: spanOf(cell, 'colspan'),
        rowspan: spanOf(cell, 'rowspan'),
      };
      const built = make(
        row,
        tag,
        attributes,
        read(cell.childNodes, contextOf(cell, inner)).content(),
      );
      if (tag === 'th') {
        dropWholeBold(built);
      }
      return built;
    });
  return make(row, 'tr', {}, cells);
}

/** Office programs align the paragraph in a cell. */
function alignmentOf(cell: Element): string | null {
  const [first, ...others] = cell.children;
  const isParagraph = first?.tagName === 'P' && others.every((other) => other.tagName === 'P');
  return ownAlignment(cell) ?? (isParagraph ? ownAlignment(first) : null);
}

/** Cells are aligned to the left anyway: only an attribute says it on purpose. */
function ownAlignment(element: Element): string | null {
  const style = stylesOf(element).get('text-align') ?? '';
  const attribute = (element.getAttribute('align') ?? '').toLowerCase();
  const align = style === 'center' || style === 'right' ? style : attribute;
  return ALIGNMENTS.includes(align) ? align : null;
}

function spanOf(cell: Element, name: string): string | null {
  const span = Number.parseInt(cell.getAttribute(name) ?? '1', 10);
  return span > 1 && span <= SPAN_MAX ? String(span) : null;
}
