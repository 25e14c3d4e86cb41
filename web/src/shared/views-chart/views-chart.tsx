import { type ReactNode, useState } from 'react';

import type { AnalyticsDay } from '../api/types';
import { lazyCode } from '../loading/lazy-code';
import { LazyChunk } from '../loading/lazy-chunk';
import { loadChunk } from '../loading/load-chunk';
import { reportSiteUpdate } from '../notices';
import { shownDay, sumOf } from './days';
import './views-chart.css';

const plot = lazyCode(async () => (await loadChunk(() => import('./views-plot'))).ViewsPlot);

type Props = {
  /** The days, or the weeks by their first days; undefined while loading. */
  days: readonly AnalyticsDay[] | undefined;
  /** The name of all of them, such as `Last 30 days`. */
  span: string;
  /** The name of the one under the pointer, by its date. */
  named?: (date: string) => string;
  /** The table with the same figures: the chart is for the eye alone. */
  children: ReactNode;
};

/** Views and readers as bars, with the sums of all or the figures of the one under the pointer. */
export function ViewsChart({ days, span, named = shownDay, children }: Props) {
  const [pointedAt, setPointedAt] = useState<number | null>(null);
  const day = pointedAt === null ? undefined : days?.[pointedAt];
  const summedDays = day ? [day] : (days ?? []);
  return (
    <section className="panel-card views" aria-labelledby="views">
      <div className="views-head">
        <div>
          <h2 id="views" className="views-title">
            Views
          </h2>
          <p className="row-note">{day ? named(day.date) : span}</p>
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
      {children}
    </section>
  );
}

function PlotFailure() {
  return <p className="views-failure">The chart could not be loaded.</p>;
}
