import type { Import } from '../../shared/api/types';
import { readable } from '../../shared/readable-address';
import './admin-imports.css';
import { sentence } from './import-texts';

/** What an import leaves out since it is no post, page or comment, by the reason. */
export function LeftOutList({ things }: { things: Import['leftOut'] }) {
  const all = things.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) {
    return null;
  }
  return (
    <details className="import-left-out">
      <summary>
        {all === 1 ? '1 other thing is' : `${all.toLocaleString()} other things are`} left out,
        since an import is not for them
      </summary>
      <ul className="import-changes">
        {things.map(({ reason, count, sources }) => (
          <li key={reason}>
            <strong>{count.toLocaleString()}: </strong>
            {sentence(reason)} {sources.map(readable).join(', ')}
            {count > sources.length && ', …'}
          </li>
        ))}
      </ul>
    </details>
  );
}
