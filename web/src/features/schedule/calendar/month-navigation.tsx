import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';

import { paths } from '../../../shared/paths';
import { monthText } from '../day-texts';
import { type Month, addMonths } from '../months';

/** The name of the month, with the links to its neighbours and to the present one. */
export function MonthNavigation({ month, present }: { month: Month; present: Month }) {
  const to = (target: Month) => paths.adminCalendar(target === present ? undefined : target);
  return (
    <div className="calendar-navigation">
      <h2 className="calendar-month">{monthText(month)}</h2>
      <nav aria-label="Months" className="calendar-months">
        <Link
          to={to(addMonths(month, -1))}
          className="icon-button"
          aria-label="Previous month"
          title={monthText(addMonths(month, -1))}
          preventScrollReset
        >
          <ChevronLeft aria-hidden />
        </Link>
        <Link
          to={to(present)}
          className="button button-small"
          aria-current={month === present ? 'page' : undefined}
          preventScrollReset
        >
          Today
        </Link>
        <Link
          to={to(addMonths(month, 1))}
          className="icon-button"
          aria-label="Next month"
          title={monthText(addMonths(month, 1))}
          preventScrollReset
        >
          <ChevronRight aria-hidden />
        </Link>
      </nav>
    </div>
  );
}
