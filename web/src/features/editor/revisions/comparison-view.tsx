import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { messageFor } from '../../../shared/api/errors';
import { ErrorState } from '../../../shared/ui/failure-states';
import { comparisonQuery } from './api';
import { ComparedBlocks } from './compared-blocks';
import { ComparedFields } from './compared-fields';
import './comparison.css';

const FAILED = 'Failed to compare the two versions';
const LINES = 6;

type Props = {
  postId: string;
  from: number;
  to: number;
  /** The headings of the two columns. */
  headings: { from: ReactNode; to: ReactNode };
};

/** Two revisions beside each other, one below the other on phones, with their differences marked. */
export function ComparisonView({ postId, from, to, headings }: Props) {
  const { data, error, refetch } = useQuery(comparisonQuery(postId, from, to));
  if (!data) {
    return error ? (
      <ErrorState message={messageFor(error, FAILED)} onRetry={() => void refetch()} />
    ) : (
      <div role="status" aria-label="Comparing the two versions" className="compared-skeleton">
        {Array.from({ length: LINES }, (_, index) => (
          <div key={index} className="skeleton skeleton-line" />
        ))}
      </div>
    );
  }
  const { fields, blocks } = data;
  const isEqual = fields.length === 0 && blocks.every(({ change }) => change === 'same');
  return (
    <section className="compared" aria-label="Comparison">
      <div className="compared-head">
        <div>{headings.from}</div>
        <div>{headings.to}</div>
      </div>
      {isEqual && <p className="compared-equal">The two versions are the same.</p>}
      <ComparedFields fields={fields} />
      <ComparedBlocks key={`${from} ${to}`} blocks={blocks} />
    </section>
  );
}
