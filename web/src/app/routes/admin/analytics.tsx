import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useMemo } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';

import { analyticsQuery, exportAnalytics } from '../../../features/post-analytics/api';
import { DaysTable } from '../../../features/post-analytics/days-table';
import { Figures } from '../../../features/post-analytics/figures';
import '../../../features/post-analytics/post-analytics.css';
import { Referrers } from '../../../features/post-analytics/referrers';
import { SPANS, spanIn } from '../../../features/post-analytics/spans';
import { byWeek, isShownByWeek } from '../../../features/post-analytics/weeks';
import { analyticsPath } from '../../../shared/analytics-path';
import { hasCode } from '../../../shared/api/errors';
import type { PostAnalyticsDay } from '../../../shared/api/types';
import { paths } from '../../../shared/paths';
import { DownloadButton } from '../../../shared/ui/download-button';
import { ErrorBanner } from '../../../shared/ui/error-banner';
import { NoPermission } from '../../../shared/ui/no-permission';
import { PageTitle } from '../../../shared/ui/page-title';
import { Tabs } from '../../../shared/ui/tabs';
import { useFailure } from '../../../shared/ui/use-failure';
import { shownDay } from '../../../shared/views-chart/days';
import { ViewsChart } from '../../../shared/views-chart/views-chart';

/** What a post got in a span of days, for its authors and for editors. */
export function AnalyticsPage() {
  const { id = '' } = useParams();
  const [address] = useSearchParams();
  const span = spanIn(address);
  const { data, error, isPlaceholderData, refetch } = useQuery(analyticsQuery(id, span.days));
  const failure = useFailure(error, 'Failed to fetch the analytics');
  if (hasCode(error, 'role_not_allowed') && !data) {
    return (
      <NoPermission>
        Somebody else wrote this post. Besides them, only editors and administrators can see its
        analytics.
      </NoPermission>
    );
  }
  const download = (table: 'days' | 'referrers') => (
    <DownloadButton
      name={table === 'days' ? 'analytics.csv' : 'referrers.csv'}
      text={table === 'days' ? 'Download days' : 'Download sites'}
      load={() => exportAnalytics(id, span.days, table)}
      failure={failure}
      fallback="Failed to download the analytics"
    />
  );
  const shown = SPANS.find(({ days }) => days === data?.analytics.days) ?? span;
  return (
    <div className="page">
      <div className="panel-head">
        <PageTitle title="Analytics">Analytics</PageTitle>
        <div className="analytics-actions">
          {download('days')}
          <Link to={paths.adminPosts} className="button">
            <ArrowLeft aria-hidden />
            All Posts
          </Link>
        </div>
      </div>
      {data && (
        <p className="panel-lead">
          {data.blog.status === 'published' ? (
            <Link to={paths.post(data.blog)}>{data.blog.title}</Link>
          ) : (
            data.blog.title
          )}
        </p>
      )}
      <ErrorBanner message={failure.message} onDismiss={failure.dismiss} />
      <Tabs
        label="Time"
        tabs={SPANS.map(({ days, label }) => ({
          label,
          to: analyticsPath(id, days),
          isPresent: days === span.days,
        }))}
      />
      {error && !data ? (
        <div className="state">
          <button type="button" className="button" onClick={() => void refetch()}>
            Try again
          </button>
        </div>
      ) : (
        <>
          <Figures analytics={data?.analytics} />
          <div className="analytics-panels" aria-busy={!data || isPlaceholderData}>
            <Views days={data?.analytics.daily} span={shown.title} />
            {data && <Referrers analytics={data.analytics}>{download('referrers')}</Referrers>}
          </div>
        </>
      )}
    </div>
  );
}

type ViewsProps = { days: readonly PostAnalyticsDay[] | undefined; span: string };

/** The chart of the days, or of the weeks of a year, with the table of the days. */
function Views({ days, span }: ViewsProps) {
  const isByWeek = days !== undefined && isShownByWeek(days);
  // The chart is drawn anew for each new array.
  const bars = useMemo(() => (days && isShownByWeek(days) ? byWeek(days) : days), [days]);
  return (
    <ViewsChart days={bars} span={span} {...(isByWeek && { named: weekFrom })}>
      {days && <DaysTable days={days} />}
    </ViewsChart>
  );
}

function weekFrom(date: string): string {
  return `Week from ${shownDay(date)}`;
}
