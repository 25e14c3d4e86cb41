import { type ReactNode, useLayoutEffect, useRef } from 'react';

import { focusPageTitle } from './page-title';

export type Column<Item> = {
  title: string;
  cell: (item: Item) => ReactNode;
  /** The class of the heading and the cells. */
  className?: string;
  /** A further class of the cells alone. */
  cellClassName?: string;
};

type Props<Item> = { columns: readonly Column<Item>[]; items: readonly Item[] };

/** A table of the panel with one row for each item; cards on phones. */
export function PanelTable<Item extends { _id: string }>({ columns, items }: Props<Item>) {
  return (
    <table className="panel-card panel-table">
      <thead>
        <tr>
          {columns.map(({ title, className }) => (
            <th key={title} scope="col" className={className}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row key={item._id} columns={columns} item={item} />
        ))}
      </tbody>
    </table>
  );
}

function Row<Item>({ columns, item }: { columns: readonly Column<Item>[]; item: Item }) {
  const row = useRef<HTMLTableRowElement>(null);

  // An item may leave the list, and the focused button with it.
  useLayoutEffect(() => {
    const node = row.current;
    return () => {
      if (node?.contains(document.activeElement)) {
        focusPageTitle();
      }
    };
  }, []);

  return (
    <tr ref={row}>
      {columns.map(({ title, cell, className, cellClassName }) => (
        <td key={title} className={joined(cellClassName, className)}>
          {cell(item)}
        </td>
      ))}
    </tr>
  );
}

function joined(...names: (string | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined;
}
