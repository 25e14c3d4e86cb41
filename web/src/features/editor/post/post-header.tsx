import { ArrowLeft, Eye, PanelRight } from 'lucide-react';
import type { ReactNode } from 'react';

import { useGoBack } from '../../../shared/use-go-back';
import { PageTitle } from '../../../shared/ui/page-title';
import type { Status } from '../api';
import { TEXTS } from './post-texts';
import type { SaveRequest } from './use-save-queue';
import type { SettingsPanel } from './use-settings-panel';

type Props = {
  texts: keyof typeof TEXTS;
  /** The save that runs; null if none does. */
  saving: SaveRequest | null;
  isDone: boolean;
  /** Without it, the post can only be saved as a draft. */
  canPublish: boolean;
  /** What stands beside the button that publishes. */
  besidePublish: ReactNode;
  /** The state of saving and the length of the text. */
  facts: ReactNode;
  /** A button before the others. */
  view: ReactNode;
  panel: SettingsPanel;
  panelId: string;
  onPreview: () => void;
  onSave: (status: Status) => void;
};

/** The bar above the toolbar. A save that stays on the page does not disable its buttons: they wait for it. */
export function PostHeader(props: Props) {
  const { texts, saving, isDone, canPublish, facts, view, panel, panelId } = props;
  const { besidePublish, onPreview, onSave } = props;
  const goBack = useGoBack();
  const { title, draft, busy, preview, settings } = TEXTS[texts];
  const isDisabled = isDone || saving === 'draft' || saving === 'published';
  return (
    <header className="post-head">
      <button
        type="button"
        className="button button-quiet post-back"
        aria-label="Back"
        title="Back"
        onClick={goBack}
      >
        <ArrowLeft aria-hidden />
        <span className="post-wide-label">Back</span>
      </button>
      <PageTitle title={title} className="post-title">
        {title}
      </PageTitle>
      <div className="post-facts">{facts}</div>
      <div className="post-actions">
        {view}
        <button
          type="button"
          className="button button-quiet post-icon"
          aria-label={preview}
          title={preview}
          onClick={onPreview}
        >
          <Eye aria-hidden />
          <span className="post-wide-label">{preview}</span>
        </button>
        <button
          type="button"
          className="button"
          disabled={isDisabled}
          onClick={() => {
            onSave('draft');
          }}
        >
          {saving === 'draft' ? busy.draft : draft}
        </button>
        {canPublish && (
          <button
            type="button"
            className="button button-primary"
            disabled={isDisabled}
            onClick={() => {
              onSave('published');
            }}
          >
            {saving === 'published' ? busy.published : 'Publish'}
          </button>
        )}
        {besidePublish}
        {!panel.isNarrow && (
          <button
            type="button"
            className="button button-quiet post-icon"
            aria-label={settings}
            title={settings}
            aria-expanded={panel.isOpen}
            aria-controls={panelId}
            onClick={panel.toggle}
          >
            <PanelRight aria-hidden />
          </button>
        )}
      </div>
    </header>
  );
}
