type Props = { text: string; rows: number };

/** The place of what is loading in the panel: a text for all, and rows without content for the eye. */
export function LoadingRows({ text, rows }: Props) {
  return (
    <div>
      <p className="found" role="status">
        {text}
      </p>
      <div className="panel-card" aria-hidden>
        {Array.from({ length: rows }, (_, index) => (
          <div key={index} className="row-skeleton">
            <div className="skeleton skeleton-line" />
            <div className="skeleton skeleton-line skeleton-short" />
          </div>
        ))}
      </div>
    </div>
  );
}
