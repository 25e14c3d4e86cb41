import { ChevronDown, Settings2 } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';

import type { SettingsPanel } from './use-settings-panel';

type Props = {
  id: string;
  title: string;
  panel: SettingsPanel;
  /** What stands beside the button that unfolds the section. */
  facts: ReactNode;
  fields: RefObject<HTMLDivElement | null>;
  children: ReactNode;
};

/** The settings of a text: a panel, or a section that unfolds where there is no room for one. */
export function SettingsFrame({ id, title, panel, facts, fields, children }: Props) {
  return (
    <section className="post-settings" aria-label={title} data-open={panel.isOpen || undefined}>
      {panel.isNarrow && (
        <div className="settings-row">
          <button
            type="button"
            className="button button-quiet settings-toggle"
            aria-expanded={panel.isOpen}
            aria-controls={id}
            onClick={panel.toggle}
          >
            <Settings2 aria-hidden />
            {title}
            <ChevronDown aria-hidden className="settings-chevron" />
          </button>
          {facts}
        </div>
      )}
      <div ref={fields} id={id} className="settings-fields" hidden={!panel.isOpen}>
        {!panel.isNarrow && <h2 className="settings-title">{title}</h2>}
        {children}
      </div>
    </section>
  );
}
