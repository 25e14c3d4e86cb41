/** The message that a session has ended, in every tab. Loaded after the first page. */
import {
  ENDED_SESSION_KEY,
  SESSION_ENDED,
  takePendingMessage,
  endedSessions,
} from '../shared/session/ended-session';
import { followStored } from '../shared/storage';
import { toast } from '../shared/toast';

/** Time for a redirect to the login page, which shows the message itself. */
const MESSAGE_DELAY_MS = 300;

/** Starts listening for ended sessions; returns the function that stops it. */
export function showEndedSessionMessages(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function scheduleMessage() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (takePendingMessage()) {
        toast.error(SESSION_ENDED);
      }
    }, MESSAGE_DELAY_MS);
  }
  const stopListening = endedSessions.subscribe(scheduleMessage);
  const stopFollowing = followStored([ENDED_SESSION_KEY], ({ newValue }) => {
    if (newValue) {
      endedSessions.record(newValue);
    }
  });
  scheduleMessage();
  return () => {
    clearTimeout(timer);
    stopListening();
    stopFollowing();
  };
}
