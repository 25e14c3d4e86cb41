/** The outline of the slider while it loads, with the same height. */
export function FeaturedSkeleton() {
  return (
    <div className="slider" role="status" aria-label="Loading featured posts">
      <div className="slider-viewport">
        <div className="slide-card">
          <div className="slide-cover skeleton" />
          <div className="slide-body">
            <div className="skeleton skeleton-line skeleton-short" />
            <div className="skeleton skeleton-line" />
            <div className="skeleton skeleton-line" />
          </div>
        </div>
      </div>
      <div className="slider-controls" />
    </div>
  );
}
