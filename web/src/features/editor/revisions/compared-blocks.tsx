import { UnfoldVertical } from 'lucide-react';
import { useRef, useState } from 'react';

import type { Comparison } from '../../../shared/api/types';
import { RichText } from '../../../shared/rich-text';
import { foldedRows } from './folded-rows';
import { segmentsOf } from './marks';

type Block = Comparison['blocks'][number];
type Side = NonNullable<Block['from']>;
type Mark = 'del' | 'ins';

/** What says nothing as text. */
const DRAWN = [
  'figure',
  'img',
  'picture',
  'table',
  'hr',
  'iframe',
  'video',
  'audio',
  'math',
  'svg',
];

/** The blocks of two texts in rows; those far from a difference are folded. */
export function ComparedBlocks({ blocks }: { blocks: readonly Block[] }) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const list = useRef<HTMLDivElement>(null);

  function unfold(start: number) {
    setUnfolded(new Set([...unfolded, start]));
    // The button is gone: what it has shown gets the focus.
    requestAnimationFrame(() => {
      list.current?.querySelector<HTMLElement>(`[data-block="${start}"]`)?.focus();
    });
  }

  return (
    <div ref={list} className="compared-blocks">
      {foldedRows(blocks, unfolded).map((row) =>
        row.kind === 'fold' ? (
          <button
            key={`fold ${row.start}`}
            type="button"
            className="compared-fold"
            onClick={() => {
              unfold(row.start);
            }}
          >
            <UnfoldVertical aria-hidden />
            {row.count} equal blocks
          </button>
        ) : (
          <BlockRow key={row.index} block={row.block} index={row.index} />
        ),
      )}
    </div>
  );
}

function BlockRow({ block, index }: { block: Block; index: number }) {
  const { change, from, to } = block;
  const isDrawn = change === 'changed' && !hasRanges(from) && !hasRanges(to);
  return (
    <div className="compared-row" data-change={change} data-block={index} tabIndex={-1}>
      <div className="compared-side" data-side="from">
        {from && <SideText side={from} mark="del" change={change} isDrawn={isDrawn} />}
      </div>
      <div className="compared-side" data-side="to">
        {to && <SideText side={to} mark="ins" change={change} isDrawn={isDrawn} />}
      </div>
      {isDrawn && (
        <p className="compared-note">
          The words are the same; formatting, links or pictures differ.
        </p>
      )}
    </div>
  );
}

type SideProps = {
  side: Side;
  mark: Mark;
  change: Block['change'];
  /** Whether the words do not tell the difference. */
  isDrawn: boolean;
};

function SideText({ side, mark: Mark, change, isDrawn }: SideProps) {
  const { tag, text, html, ranges } = side;
  const isWhole = change === 'removed' || change === 'added';
  if (text.trim() === '' || isDrawn || (!hasRanges(side) && DRAWN.includes(tag))) {
    const drawn = <RichText html={html} />;
    return isWhole ? <Mark className="compared-drawn">{drawn}</Mark> : drawn;
  }
  const segments = isWhole
    ? [{ text, isMarked: true }]
    : segmentsOf(text, change === 'changed' ? ranges : []);
  return (
    <p className="compared-text" data-tag={tag} dir="auto">
      {segments.map((segment, index) =>
        segment.isMarked ? <Mark key={index}>{segment.text}</Mark> : segment.text,
      )}
    </p>
  );
}

function hasRanges(side: Side | null | undefined): boolean {
  return side !== null && side !== undefined && side.ranges.length > 0;
}
