import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router';

import { ApiError, messageFor } from '../../shared/api/errors';
import { invalidateAfter } from '../../shared/api/invalidation';
import { adminOneSeries, adminSeries } from '../../shared/collection-paths';
import { SelectField } from '../../shared/form/select-field';
import { usePermissions } from '../../shared/session/permissions';
import { possibleSeriesQuery, setSeries } from './api';
import './post-series.css';

/** The edited post, as the editor hands it to this part. */
export type EditedPost = {
  /** Null before the first save. */
  stored: { id: string; seriesId: string | null } | null;
  /** Notes what has changed of the stored post. */
  amend: (changes: { seriesId: string | null }) => void;
};

/** The part of the settings for the series of a post, for those who may have series. */
export function PostSeries({ post: { stored, amend } }: { post: EditedPost }) {
  const titleId = useId();
  const { canManageSeries } = usePermissions();
  if (!canManageSeries) {
    return null;
  }
  return (
    <section
      className="post-series"
      aria-labelledby={titleId}
      // The field is no part of the form: a change of it is none of the post's text.
      onChange={(event) => {
        event.stopPropagation();
      }}
    >
      <h2 id={titleId} className="post-series-title">
        Series
      </h2>
      {stored === null ? (
        <p className="post-series-lead">Save the draft first.</p>
      ) : (
        <SeriesChoice key={stored.id} id={stored.id} chosen={stored.seriesId} amend={amend} />
      )}
    </section>
  );
}

type ChoiceProps = { id: string; chosen: string | null; amend: EditedPost['amend'] };

/** The choice of a series. It is stored at once, and undone if the server refuses it. */
function SeriesChoice({ id, chosen, amend }: ChoiceProps) {
  const client = useQueryClient();
  const possible = useQuery(possibleSeriesQuery());
  /** The choice while it is being sent; undefined while none is. */
  const [sent, setSent] = useState<string | null>();
  const [error, setError] = useState<string>();
  const [news, setNews] = useState('');
  const series = possible.data?.series ?? [];
  const shown = sent === undefined ? chosen : sent;

  async function choose(value: string) {
    const next = value === '' ? null : value;
    setSent(next);
    setError(undefined);
    try {
      amend({ seriesId: await setSeries(id, next) });
      setNews(next === null ? 'The post is in no series' : 'The post is in the series');
    } catch (failure) {
      setError(refusalOf(failure) ?? messageFor(failure, 'Failed to change the series'));
    } finally {
      setSent(undefined);
      void invalidateAfter(client, 'series');
    }
  }

  return (
    <>
      <SelectField
        label="Part of"
        error={error ?? failureOf(possible.error)}
        value={shown ?? ''}
        aria-busy={sent !== undefined || undefined}
        onChange={({ target }) => {
          // The answer to the last choice is on its way.
          if (sent === undefined) {
            void choose(target.value);
          }
        }}
      >
        <option value="">No series</option>
        {series.map(({ _id, title }) => (
          <option key={_id} value={_id}>
            {title}
          </option>
        ))}
        {shown !== null && series.every(({ _id }) => _id !== shown) && (
          <option value={shown}>
            {possible.isPending ? 'Loading the series...' : 'A series of somebody else'}
          </option>
        )}
      </SelectField>
      <Link
        to={chosen === null ? adminSeries : adminOneSeries(chosen)}
        className="post-series-link"
      >
        {chosen === null ? 'All series' : 'Order of the series'}
      </Link>
      <p className="visually-hidden" role="status">
        {news}
      </p>
    </>
  );
}

/** Returns the server's message about the series. */
function refusalOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.fields['series'] : undefined;
}

function failureOf(error: Error | null): string | undefined {
  return error ? messageFor(error, 'Failed to load the series') : undefined;
}
