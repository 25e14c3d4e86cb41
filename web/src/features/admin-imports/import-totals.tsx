import type { ImportTotals } from '../../shared/api/types';
import './admin-imports.css';
import { shownKinds } from './import-texts';

const OUTCOMES = ['new', 'skipped', 'refused'] as const;
const HEADS = { new: 'New', skipped: 'Here already', refused: 'Refused' } as const;

/** How many things of each kind are new, were here already, or are refused. */
export function ImportTotalsTable({ totals }: { totals: ImportTotals }) {
  return (
    <table className="import-totals">
      <thead>
        <tr>
          <td />
          {OUTCOMES.map((outcome) => (
            <th key={outcome} scope="col">
              {HEADS[outcome]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shownKinds(totals).map(({ kind, many }) => (
          <tr key={kind}>
            <th scope="row">{many.charAt(0).toUpperCase() + many.slice(1)}</th>
            {OUTCOMES.map((outcome) => (
              <td key={outcome} data-tone={toneOf(outcome, totals[kind][outcome])}>
                {totals[kind][outcome].toLocaleString()}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function toneOf(outcome: (typeof OUTCOMES)[number], count: number): string | undefined {
  if (count === 0) {
    return 'none';
  }
  return outcome === 'refused' ? 'danger' : undefined;
}
