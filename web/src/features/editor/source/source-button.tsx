import { FileCode2 } from 'lucide-react';

import type { SourceView } from './use-source';

type Props = { view: SourceView; place: 'header' | 'tools'; onClosed: () => void };

/** The button that shows the text as Markdown, and as it will look again. */
export function SourceButton({ view, place, onClosed }: Props) {
  async function toggle() {
    if (!view.isOpen) {
      await view.open();
    } else if (view.state.at !== 'open') {
      view.discard();
      onClosed();
    } else if (await view.close()) {
      onClosed();
    }
  }

  return (
    <button
      type="button"
      className={place === 'header' ? 'button button-quiet post-icon' : 'focus-mode-button'}
      aria-label="Markdown"
      aria-pressed={view.isOpen}
      aria-busy={view.isConverting || view.state.at === 'opening'}
      title={view.isOpen ? 'Show the text' : 'Show as Markdown'}
      onClick={() => void toggle()}
    >
      <FileCode2 aria-hidden />
      {place === 'header' && <span className="post-wide-label">Markdown</span>}
    </button>
  );
}
