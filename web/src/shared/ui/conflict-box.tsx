import { type ReactNode, useLayoutEffect, useRef } from 'react';

type Props = {
  className: string;
  message: ReactNode;
  takeText: string;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
  /** What differs. */
  children?: ReactNode;
};

/** Says that somebody else has saved since the form was opened, and offers both ways on. It takes the focus. */
export function ConflictBox(props: Props) {
  const { className, message, takeText, onTakeTheirs, onKeepMine, children } = props;
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    box.current?.focus();
  }, []);
  return (
    <section
      ref={box}
      className={`panel-card ${className}`}
      tabIndex={-1}
      aria-label="Changed by somebody else"
    >
      <p role="alert">{message}</p>
      {children}
      <div className="conflict-acts">
        <button type="button" className="button" onClick={onTakeTheirs}>
          {takeText}
        </button>
        <button type="button" className="button button-primary" onClick={onKeepMine}>
          Save mine
        </button>
      </div>
    </section>
  );
}
