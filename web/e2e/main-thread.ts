/** What the main thread of a page does, in tasks. */
import type { CDPSession, Page } from '@playwright/test';

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** When it began and how long it took, in microseconds. */
  ts: number;
  dur?: number;
  /** The part of this in which the processor was at it, and at nothing else. */
  tdur?: number;
  args: { data?: { functionName?: string; url?: string }; name?: string };
};

type Task = { ms: number; what: string };

const CATEGORIES = ['devtools.timeline', 'toplevel', 'v8.execute', 'blink.user_timing'];
const NAMED_FROM_MS = 5;
const US_A_MS = 1_000;

/**
 * The tasks of what `act` has the page do from the last mark of this name on, by the time that the processor spent on
 * each: on a busy machine the clock tells more of others. The longest comes first.
 */
export async function tasksSince(
  page: Page,
  mark: string,
  act: () => Promise<void>,
): Promise<Task[]> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]));
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES },
  });
  await act();
  await ended(session);
  const begin = events.findLast(({ name }) => name === mark);
  if (!begin) {
    throw new Error(`The page never came to ${mark}`);
  }
  const own = events.filter(
    ({ ph, pid, tid, ts }) => ph === 'X' && pid === begin.pid && tid === begin.tid && ts > begin.ts,
  );
  return own
    .filter(({ name }) => name.endsWith('RunTask'))
    .map((task) => ({ ms: milliseconds(task), what: partsOf(task, own) }))
    .sort((one, other) => other.ms - one.ms);
}

async function ended(session: CDPSession): Promise<void> {
  const complete = new Promise((resolve) => {
    session.once('Tracing.tracingComplete', resolve);
  });
  await session.send('Tracing.end');
  await complete;
  await session.detach();
}

/** What took long in a task, as a browser's own tools name it. */
function partsOf(task: TraceEvent, events: readonly TraceEvent[]): string {
  return events
    .filter(
      (event) =>
        event !== task &&
        event.ts >= task.ts &&
        event.ts < task.ts + (task.dur ?? 0) &&
        milliseconds(event) >= NAMED_FROM_MS,
    )
    .map((event) => {
      const { functionName = '', url = '' } = event.args.data ?? {};
      return `${event.name} ${functionName} ${url.split('/').at(-1) ?? ''} ${milliseconds(event).toFixed(0)} ms`;
    })
    .join(', ');
}

function milliseconds({ tdur = 0 }: TraceEvent): number {
  return tdur / US_A_MS;
}
