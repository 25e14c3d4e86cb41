import { useQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { Link } from 'react-router';

import { paths } from '../../shared/paths';
import { moderationQuery } from './moderation-api';

/** So many comments that wait or are reported suggest the next level of the spam rules. */
const MANY = 5;

/** What waits for a moderator. Empty if nothing does, and while it is unknown. */
export function ModerationNotes() {
  const { data } = useQuery(moderationQuery());
  if (!data || (data.held === 0 && data.reported === 0)) {
    return null;
  }
  const { held, reported, level } = data;
  const isWave = level === 'open' && (held >= MANY || reported >= MANY);
  return (
    <section className="panel-card moderation-notes" aria-label="Moderation">
      <MessagesSquare aria-hidden />
      <div>
        {held > 0 && (
          <p>
            <Link to={paths.adminQueue('held')}>
              {held === 1
                ? '1 comment waits for a moderator'
                : `${held.toLocaleString()} comments wait for a moderator`}
            </Link>
          </p>
        )}
        {reported > 0 && (
          <p>
            <Link to={paths.adminQueue('reported')}>
              {reported === 1
                ? '1 comment is reported'
                : `${reported.toLocaleString()} comments are reported`}
            </Link>
          </p>
        )}
        {isWave && (
          <p className="moderation-hint">
            Is it spam? The level of the spam rules is Open;{' '}
            <Link to={paths.adminSpamRules}>Guarded holds more of it</Link>.
          </p>
        )}
      </div>
    </section>
  );
}
