import { type ReactNode, useId } from 'react';

import './admin-settings.css';

export function SettingsSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="panel-card settings-section" aria-labelledby={id}>
      <h2 id={id} className="settings-title">
        {title}
      </h2>
      {children}
    </section>
  );
}
