import { useState } from 'react';

import type { AnalyticsDay } from '../../shared/api/types';
import { lazyCode } from '../../shared/loading/lazy-code';
import { LazyChunk } from '../../shared/loading/lazy-chunk';
import { loadChunk } from '../../shared/loading/load-chunk';
import { reportSiteUpdate } from '../../shared/notices';
import { shownDay, sumOf } from './days';
import { ViewsTable } from './views-table';

const plot = lazyCode(async () => (await loadChunk(() => import('./views-plot'))).ViewsPlot);

/** The views of the last 30 days, with the totals of all days or the figures of the one under the pointer. */
export function ViewsChart({ days }: { days: readonly AnalyticsDay[] | undefined }) {
  const [pointedAt, setPointedAt] = useState<number | null>(null);
  const day = pointedAt === null ? undefined : days?.[pointedAt];
  const summedDays = day ? [day] : (days ?? []);
  return (
    <section className="panel-card views" aria-labelledby="views">
      <div className="views-head">
        <div>
          <h2 id="views" className="recent-title">
            Views
          </h2>
          <p className="row-note">{day ? shownDay(day.date) : 'Last 30 days'}</p>
        </div>
        <dl className="views-legend">
          <div>
            <dt className="views-key views-key-all">Views</dt>
            <dd>{sumOf(summedDays, 'views').toLocaleString()}</dd>
          </div>
          <div>
            <dt className="views-key views-key-unique">Readers</dt>
            <dd>{sumOf(summedDays, 'unique').toLocaleString()}</dd>
          </div>
        </dl>
      </div>
      <div className="views-plot" aria-hidden>
        {days && (
          <LazyChunk code={plot} failed={() => <PlotFailure />} onFailure={reportSiteUpdate}>
            {(ViewsPlot) => <ViewsPlot days={days} onPoint={setPointedAt} />}
          </LazyChunk>
        )}
      </div>
      {days && <ViewsTable days={days} />}
    </section>
  );
}

function PlotFailure() {
  return <p className="recent-empty">The chart could not be loaded.</p>;
}
