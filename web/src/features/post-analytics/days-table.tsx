import type { PostAnalyticsDay } from '../../shared/api/types';
import { shownDay } from '../../shared/views-chart/days';

/** The figures of each day, the latest first. */
export function DaysTable({ days }: { days: readonly PostAnalyticsDay[] }) {
  return (
    <details className="days">
      <summary>Figures of each day</summary>
      <table className="figures">
        <caption className="visually-hidden">Figures of each day, in UTC</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Views</th>
            <th scope="col">Readers</th>
            <th scope="col" className="of-devices">
              On phones
            </th>
            <th scope="col" className="of-devices">
              On wider screens
            </th>
            <th scope="col">To the end</th>
          </tr>
        </thead>
        <tbody>
          {[...days].reverse().map(({ date, views, unique, mobile, desktop, finished }) => (
            <tr key={date}>
              <th scope="row">{shownDay(date)}</th>
              <td>{views.toLocaleString()}</td>
              <td>{unique.toLocaleString()}</td>
              <td className="of-devices">{mobile.toLocaleString()}</td>
              <td className="of-devices">{desktop.toLocaleString()}</td>
              <td>{finished.toLocaleString()}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
