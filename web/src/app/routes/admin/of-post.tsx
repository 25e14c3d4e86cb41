import { useParams } from 'react-router';

import { NotFoundPage } from '../not-found';
import { AnalyticsPage } from './analytics';
import { HistoryPage } from './history';

/** One of the pages about a post, whose name is the last part of the address. */
export function PageOfPost() {
  const { page } = useParams();
  switch (page) {
    case 'history':
      return <HistoryPage />;
    case 'analytics':
      return <AnalyticsPage />;
    default:
      return <NotFoundPage />;
  }
}
