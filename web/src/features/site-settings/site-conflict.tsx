import { useEffect, useRef } from 'react';

type Props = {
  /** The names of the settings that differ. */
  different: readonly string[];
  onReload: () => void;
  onKeepMine: () => void;
};

/** Says that somebody else has saved since the form was opened, and offers both ways on. */
export function SiteConflict({ different, onReload, onKeepMine }: Props) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, []);
  return (
    <section
      ref={box}
      className="panel-card site-section site-conflict"
      tabIndex={-1}
      aria-label="Changed by somebody else"
    >
      <p role="alert">
        Somebody else has changed these settings. Nothing was saved yet; your changes are in the
        form.
        {different.length > 0 && ` Different from yours: ${different.join(', ')}.`}
      </p>
      <div className="site-conflict-acts">
        <button type="button" className="button" onClick={onReload}>
          Reload theirs
        </button>
        <button type="button" className="button button-primary" onClick={onKeepMine}>
          Save mine
        </button>
      </div>
    </section>
  );
}
