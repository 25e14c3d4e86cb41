import './admin-imports.css';

type Props = {
  label: string;
  /** In percent; null while it is not known. */
  percent: number | null;
};

/** How far some work is, for the eye; the page announces it now and then. */
export function ProgressBar({ label, percent }: Props) {
  return (
    <div className="import-progress">
      <progress
        className="import-bar"
        aria-label={label}
        max={100}
        {...(percent !== null && { value: percent })}
      />
      <span className="import-percent" aria-hidden>
        {percent === null ? '' : `${percent} %`}
      </span>
    </div>
  );
}
