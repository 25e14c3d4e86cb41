import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';

type Props = {
  page: number;
  totalPages: number;
  to: (page: number) => string;
  /** The name of the list where a page has several; the page then stays scrolled to it. */
  list?: string | undefined;
};

/** Numbered pages as links: they can be shared and opened in a new tab, and Back works. */
export function Pagination({ page, totalPages, to, list }: Props) {
  const isStaying = list !== undefined;
  if (totalPages < 2) {
    return null;
  }
  return (
    <nav className="pagination" aria-label={isStaying ? `Pages of ${list}` : 'Pages'}>
      <Step to={to(page - 1)} isPossible={page > 1} isStaying={isStaying} label="Previous page">
        <ChevronLeft aria-hidden />
      </Step>
      {shownPages(page, totalPages).map((shown, index) =>
        shown === null ? (
          <span key={`gap-${index}`} className="pagination-gap">
            …
          </span>
        ) : (
          <Link
            key={shown}
            to={to(shown)}
            className="pagination-page"
            preventScrollReset={isStaying}
            aria-label={`Page ${shown}`}
            aria-current={shown === page ? 'page' : undefined}
          >
            {shown}
          </Link>
        ),
      )}
      <Step
        to={to(page + 1)}
        isPossible={page < totalPages}
        isStaying={isStaying}
        label="Next page"
      >
        <ChevronRight aria-hidden />
      </Step>
    </nav>
  );
}

type StepProps = {
  to: string;
  isPossible: boolean;
  isStaying: boolean;
  label: string;
  children: React.ReactNode;
};

function Step({ to, isPossible, isStaying, label, children }: StepProps) {
  return isPossible ? (
    <Link to={to} className="pagination-page" preventScrollReset={isStaying} aria-label={label}>
      {children}
    </Link>
  ) : (
    <span className="pagination-page" aria-hidden data-disabled>
      {children}
    </span>
  );
}

/** Returns the title of a numbered page, as the server writes it. */
export function numberedTitle(title: string, page: number): string {
  return page > 1 ? `${title} – Page ${page}` : title;
}

/** Returns the first page, the last one and those around the current one; null is a gap. */
export function shownPages(page: number, totalPages: number): (number | null)[] {
  const numbers = new Set([1, totalPages, page - 1, page, page + 1]);
  const shown = [...numbers]
    .filter((number) => number >= 1 && number <= totalPages)
    .sort((a, b) => a - b);
  return shown.flatMap((number, index) => {
    const before = shown[index - 1] ?? 0;
    if (number - before === 2) {
      return [number - 1, number];
    }
    return number - before > 2 ? [null, number] : [number];
  });
}
