import { BackButton } from './back-button';

const LINES = 9;

/** The outline of an article while it loads, so that the layout does not shift. */
export function ArticleSkeleton() {
  return (
    <div className="article">
      <BackButton />
      <div className="article-head" role="status" aria-label="Loading the post">
        <div className="skeleton article-skeleton-category" />
        <div className="skeleton article-skeleton-title" />
        <div className="article-byline">
          <div className="skeleton article-skeleton-avatar" />
          <div className="skeleton article-skeleton-names" />
        </div>
        <div className="skeleton article-skeleton-marks" />
      </div>
      <div className="article-cover skeleton" aria-hidden />
      <div className="article-column" aria-hidden>
        {Array.from({ length: LINES }, (_, index) => (
          <div key={index} className="skeleton article-skeleton-line" />
        ))}
      </div>
    </div>
  );
}
