import { useId, useLayoutEffect, useRef } from 'react';

import type { ImportedRedirects } from '../../shared/api/types';
import { focusPageTitle } from '../../shared/ui/page-title';
import './admin-redirects.css';
import type { Import } from './import-redirects';

/** The most lines that are shown. */
const SHOWN = 100;

type Props = { imported: Import; onClose: () => void };

/** What became of the lines of a file: the numbers, and the lines that were not taken. */
export function ImportResult({ imported: { name, result }, onClose }: Props) {
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const { totals, lines } = result;
  const left = lines.filter(({ outcome }) => outcome !== 'new');

  // It appears above the list, and is what comes next.
  useLayoutEffect(() => {
    title.current?.focus();
  }, [result]);

  return (
    <section className="panel-card import-result" aria-labelledby={titleId}>
      <h2 ref={title} id={titleId} tabIndex={-1} className="import-result-title">
        {`Imported from ${name}`}
      </h2>
      <p>
        {`${counted(totals.new)} new, ${counted(totals.skipped)} skipped, ${counted(totals.refused)} refused.`}
      </p>
      {left.length > 0 && <Lines lines={left.slice(0, SHOWN)} />}
      {left.length > SHOWN && (
        <p className="panel-note">{`And ${counted(left.length - SHOWN)} more lines.`}</p>
      )}
      <button
        type="button"
        className="button"
        onClick={() => {
          onClose();
          focusPageTitle();
        }}
      >
        Close
      </button>
    </section>
  );
}

function Lines({ lines }: Pick<ImportedRedirects, 'lines'>) {
  return (
    <ul className="import-lines">
      {lines.map(({ line, path, outcome, reason }) => (
        <li key={line}>
          <span>{`Line ${line}: ${path === '' ? 'unreadable' : path}`}</span>
          <span className="row-note">{`${outcome === 'skipped' ? 'Skipped' : 'Refused'}. ${reason ?? ''}`}</span>
        </li>
      ))}
    </ul>
  );
}

function counted(number: number): string {
  return number.toLocaleString();
}
