import { type ReactNode, useId } from 'react';

type Props = { title: string; lead?: string; children: ReactNode };

/** A part of the settings with its heading. */
export function SiteSection({ title, lead, children }: Props) {
  const id = useId();
  return (
    <section className="panel-card site-section" aria-labelledby={id}>
      <div>
        <h2 id={id} className="site-section-title">
          {title}
        </h2>
        {lead !== undefined && <p className="checkbox-hint">{lead}</p>}
      </div>
      {children}
    </section>
  );
}
