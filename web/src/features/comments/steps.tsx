import type { ReactNode } from 'react';

type Props = {
  className: string;
  list: string;
  page: number;
  totalPages: number;
  to: (page: number) => string;
  previous: string;
  next: string;
  children?: ReactNode;
};

/** Links to the pages before and after this one; nothing for a single page. Before one past the end comes the last. */
export function Steps({ className, list, page, totalPages, to, previous, next, children }: Props) {
  const before = Math.min(page - 1, totalPages);
  return (
    (page > 1 || totalPages > 1) && (
      <nav className={className} aria-label={`Pages of ${list}`}>
        {before > 0 && (
          <a rel="prev" href={to(before)}>
            {previous}
          </a>
        )}
        {children}
        {page < totalPages && (
          <a rel="next" href={to(page + 1)}>
            {next}
          </a>
        )}
      </nav>
    )
  );
}
