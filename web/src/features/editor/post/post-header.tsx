import { ArrowLeft, Eye } from 'lucide-react';

import { useGoBack } from '../../../shared/use-go-back';
import { PageTitle } from '../../../shared/ui/page-title';
import type { Status } from '../api';
import { TEXTS } from './post-texts';

type Props = {
  kind: keyof typeof TEXTS;
  /** The status with which the post is being saved; null if it is not. */
  saving: Status | null;
  isDone: boolean;
  onPreview: () => void;
  onSave: (status: Status) => void;
};

export function PostHeader({ kind, saving, isDone, onPreview, onSave }: Props) {
  const goBack = useGoBack();
  const { title, draft, busy } = TEXTS[kind];
  const isBusy = saving !== null;
  return (
    <header className="post-head">
      <button type="button" className="button button-quiet post-back" onClick={goBack}>
        <ArrowLeft aria-hidden />
        Back
      </button>
      <PageTitle title={title} className="post-title">
        {title}
      </PageTitle>
      <div className="post-actions">
        <button
          type="button"
          className="button button-quiet"
          aria-label="Preview post"
          title="Preview post"
          onClick={onPreview}
        >
          <Eye aria-hidden />
          <span className="post-preview-label">Preview post</span>
        </button>
        <button
          type="button"
          className="button"
          disabled={isBusy || isDone}
          onClick={() => {
            onSave('draft');
          }}
        >
          {saving === 'draft' ? busy.draft : draft}
        </button>
        <button
          type="button"
          className="button button-primary"
          disabled={isBusy || isDone}
          onClick={() => {
            onSave('published');
          }}
        >
          {saving === 'published' ? busy.published : 'Publish'}
        </button>
      </div>
    </header>
  );
}
