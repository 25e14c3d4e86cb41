import { Link } from 'react-router';

import type { SeriesPlace } from '../../shared/api/types';
import { seriesPath } from '../../shared/collection-paths';
import { paths } from '../../shared/paths';

/** The place of a post in its series, with the posts before and after it. The server draws the same. */
export function SeriesNav({ place }: { place: SeriesPlace }) {
  const { slug, title, position, total, previous, next } = place;
  return (
    <nav className="article-series" aria-labelledby="series">
      <p className="article-series-place">{`Part ${position} of ${total}`}</p>
      <h2 id="series" className="article-series-title">
        <Link to={seriesPath(slug)}>{title}</Link>
      </h2>
      {total > 1 && (
        <ul className="article-series-parts">
          {previous && (
            <li>
              <Link to={paths.post(previous)} className="article-series-part" rel="prev">
                <span className="article-series-label">Previous</span>
                <span>{previous.title}</span>
              </Link>
            </li>
          )}
          {next && (
            <li>
              <Link
                to={paths.post(next)}
                className="article-series-part article-series-next"
                rel="next"
              >
                <span className="article-series-label">Next</span>
                <span>{next.title}</span>
              </Link>
            </li>
          )}
        </ul>
      )}
    </nav>
  );
}
