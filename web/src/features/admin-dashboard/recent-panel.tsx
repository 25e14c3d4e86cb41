import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';

import { DASHBOARD_LIST } from './api';

type Props<Item> = {
  title: string;
  note: string;
  more: { text: string; to: string };
  empty: string;
  /** Undefined while loading. */
  items: readonly Item[] | undefined;
  children: (item: Item) => ReactNode;
};

/** The latest items of a list, with a link to all of them. */
export function RecentPanel<Item extends { _id: string }>(props: Props<Item>) {
  const { title, note, more, empty, items, children } = props;
  const titleId = useId();
  return (
    <section className="panel-card recent" aria-labelledby={titleId}>
      <div className="recent-head">
        <div>
          <h2 id={titleId} className="recent-title">
            {title}
          </h2>
          <p className="row-note">{note}</p>
        </div>
        <Link to={more.to} className="section-all">
          {more.text}
        </Link>
      </div>
      {items?.length === 0 ? (
        <p className="recent-empty">{empty}</p>
      ) : (
        <ul className="recent-list" aria-busy={items === undefined}>
          {items
            ? items.map((item) => (
                <li key={item._id} className="recent-item">
                  {children(item)}
                </li>
              ))
            : Array.from({ length: DASHBOARD_LIST }, (_, index) => (
                <li key={index} className="recent-item" aria-hidden>
                  <div className="recent-text">
                    <div className="skeleton skeleton-line" />
                    <div className="skeleton skeleton-line skeleton-short" />
                  </div>
                </li>
              ))}
        </ul>
      )}
    </section>
  );
}
