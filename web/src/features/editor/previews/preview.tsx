import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { messageFor } from '../../../shared/api/errors';
import { RichText } from '../../../shared/rich-text';
import { previewQuery } from '../api';
import './previews.css';

const FAILED = 'The preview could not be drawn';

/** A part of a post as readers will see it. The drawing of an earlier text stays until the present one is there. */
export function Preview({ html }: { html: string }) {
  const query = useQuery({ ...previewQuery(html), placeholderData: keepPreviousData });
  if (query.data) {
    return (
      <div className="drawing" data-old={query.isPlaceholderData || undefined}>
        <RichText html={query.data.html} />
      </div>
    );
  }
  if (query.error) {
    return (
      <p className="drawing-failure" role="status">
        {messageFor(query.error, FAILED)}
        <button
          type="button"
          className="link-button"
          onClick={() => {
            void query.refetch();
          }}
        >
          Try again
        </button>
      </p>
    );
  }
  return <div className="skeleton skeleton-line skeleton-short" />;
}
