const LINES = 9;

/** The outline of the article that is on its way, so that nothing jumps when it comes. */
export function ArticleSkeleton() {
  return (
    <div className="article" role="status" aria-label="Loading the post">
      <div className="article-head" aria-hidden>
        <div className="skeleton article-skeleton-line article-skeleton-short" />
        <div className="skeleton article-skeleton-title" />
        <div className="skeleton article-skeleton-line article-skeleton-half" />
        <div className="skeleton article-skeleton-line article-skeleton-half" />
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
