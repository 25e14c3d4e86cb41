/** What stands above the results of a search. The server renders the same. */
import { Link } from 'react-router';

import type { PostsResponse } from '../../shared/api/types';
import labels from '../../shared/labels/search.json';
import { type TreasureFilter, paths } from '../../shared/paths';

export function SearchTips() {
  return (
    <details className="search-tips">
      <summary>Search tips</summary>
      <dl>
        {labels.tips.map(({ example, meaning }) => (
          <div key={example}>
            <dt>
              <code>{example}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

type Props = { query: TreasureFilter; found: PostsResponse };

/** The authors whom the search names, and whether its words were taken for others. */
export function SearchNotes({ query, found }: Props) {
  return (
    <>
      {(found.namedAuthors ?? []).map(
        ({ slug, username }) =>
          slug !== null && (
            <p key={slug} className="search-note">
              {'Author: '}
              <Link to={paths.author(slug)} className="chip">
                {username}
              </Link>
            </p>
          ),
      )}
      {found.hasSimilarWords && (
        <div className="search-note">
          <p>{labels.similarWords}</p>
          <DidYouMean query={query} suggestions={found.suggestions} />
        </div>
      )}
    </>
  );
}

type DidYouMeanProps = { query: TreasureFilter; suggestions: PostsResponse['suggestions'] };

/** Corrected searches that find something. */
export function DidYouMean({ query, suggestions = [] }: DidYouMeanProps) {
  return (
    suggestions.length > 0 && (
      <div className="state-actions">
        <span className="state-text">Did you mean</span>
        {suggestions.map((search) => (
          <Link key={search} to={paths.treasure({ ...query, search })} className="chip">
            {search}
          </Link>
        ))}
      </div>
    )
  );
}
