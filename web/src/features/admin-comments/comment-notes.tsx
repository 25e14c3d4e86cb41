import { OpenReports } from '../../shared/ui/open-reports';
import { TimeStamp } from '../../shared/ui/time-stamp';
import { type QueuedComment, heldForText } from './moderation';

const STATES: Readonly<Record<string, string>> = {
  removed: 'Removed by a moderator',
  deleted: 'Deleted by its author',
};

/** What a moderator has to know of a comment: why it is held, its reports and its earlier texts. */
export function CommentNotes({ comment }: { comment: QueuedComment }) {
  const { state, heldFor, reportCount, edits } = comment;
  const stateText = STATES[state];
  return (
    <>
      {state === 'held' && (
        <p className="queue-note" data-tone="warning">
          {heldForText(heldFor)}
        </p>
      )}
      {stateText && <p className="queue-note">{stateText}</p>}
      {reportCount > 0 && (
        <div className="queue-note" data-tone="danger">
          <p>{reportCount === 1 ? '1 report' : `${reportCount} reports`}</p>
          <OpenReports of={comment} className="queue-reports" />
        </div>
      )}
      {edits.length > 0 && <Edits edits={edits} />}
    </>
  );
}

function Edits({ edits }: Pick<QueuedComment, 'edits'>) {
  return (
    <details className="queue-edits">
      <summary>Edited {edits.length === 1 ? 'once' : `${edits.length} times`}</summary>
      <ol className="queue-edits-list">
        {edits.map(({ content, at }) => (
          <li key={at}>
            <p className="row-note">
              Until <TimeStamp time={at} form="moment" />
            </p>
            <p className="queue-edit-text" dir="auto">
              {content}
            </p>
          </li>
        ))}
      </ol>
    </details>
  );
}
