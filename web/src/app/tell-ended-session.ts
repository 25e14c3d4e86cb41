/** Says that a session has ended, in every tab. Loaded once the first page stands. */
import {
  ENDED_SESSION_KEY,
  SESSION_ENDED,
  claimMessage,
  endedSessions,
} from '../shared/session/ended-session';
import { followStored } from '../shared/storage';
import { toast } from '../shared/toast';

/** A page that leads to the login because of it has done so by then, and the login says it. */
const TELL_AFTER_MS = 300;

/** Returns how to stop. */
export function tellEndedSessions(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function tellSoon() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (claimMessage()) {
        toast.error(SESSION_ENDED);
      }
    }, TELL_AFTER_MS);
  }
  const stopListening = endedSessions.subscribe(tellSoon);
  const stopFollowing = followStored([ENDED_SESSION_KEY], ({ newValue }) => {
    if (newValue) {
      endedSessions.note(newValue);
    }
  });
  tellSoon();
  return () => {
    clearTimeout(timer);
    stopListening();
    stopFollowing();
  };
}
