import type { AnalyticsDay } from '../../shared/api/types';
import { shownDay } from '../../shared/views-chart/days';

/** The chart as a table for screen readers. */
export function ViewsTable({ days }: { days: readonly AnalyticsDay[] }) {
  return (
    <table className="visually-hidden">
      <caption>Views and readers of the last 30 days</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Views</th>
          <th scope="col">Readers</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ date, views, unique }) => (
          <tr key={date}>
            <th scope="row">{shownDay(date)}</th>
            <td>{views}</td>
            <td>{unique}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
