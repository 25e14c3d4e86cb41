import type { ReactNode } from 'react';

import type { PostAnalytics } from '../../shared/api/types';

const PERCENT = 100;

type Props = { analytics: PostAnalytics; children: ReactNode };

/** The sites from which readers came. They are no links: some name themselves to be visited. The children are the actions. */
export function Referrers({ analytics, children }: Props) {
  const { referrers, otherReferrers, withoutReferrer, views } = analytics;
  const rest = [
    { name: 'Other sites', views: otherReferrers },
    { name: 'No other site, or not known', views: withoutReferrer },
  ].filter((row) => row.views > 0);
  return (
    <section className="panel-card referrers" aria-labelledby="referrers">
      <div className="referrers-head">
        <h2 id="referrers" className="referrers-title">
          Where readers come from
        </h2>
        {children}
      </div>
      {referrers.length === 0 && (
        <p className="referrers-empty">No other site has led readers here in this time.</p>
      )}
      {views > 0 && (
        <table className="figures" aria-labelledby="referrers">
          <thead>
            <tr>
              <th scope="col">Site</th>
              <th scope="col">Views</th>
              <th scope="col">Share</th>
            </tr>
          </thead>
          <tbody>
            {referrers.map((row) => (
              <tr key={row.host}>
                <th scope="row">{row.host}</th>
                <Counted views={row.views} of={views} />
              </tr>
            ))}
            {rest.map((row) => (
              <tr key={row.name} className="figures-rest">
                <th scope="row">{row.name}</th>
                <Counted views={row.views} of={views} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Counted({ views, of: all }: { views: number; of: number }) {
  return (
    <>
      <td>{views.toLocaleString()}</td>
      <td>{`${Math.round((views / all) * PERCENT).toString()}%`}</td>
    </>
  );
}
