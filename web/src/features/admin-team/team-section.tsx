import { type ReactNode, useId } from 'react';

import './admin-team.css';

export function TeamSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="team-section" aria-labelledby={id}>
      <h2 id={id} className="team-section-title">
        {title}
      </h2>
      {children}
    </section>
  );
}
