import { type ReactNode, useId } from 'react';

import './admin-imports.css';

type Props = { title: string; children: ReactNode };

/** The card of what goes on. Its title gets the focus when a focused control goes with the stage before. */
export function ImportCard({ title, children }: Props) {
  const titleId = useId();
  return (
    <section className="panel-card import-card" aria-labelledby={titleId}>
      <h2 id={titleId} tabIndex={-1} className="import-title">
        {title}
      </h2>
      {children}
    </section>
  );
}
