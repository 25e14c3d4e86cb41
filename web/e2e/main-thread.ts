/** The tasks on the main thread of a page, from a trace. */
import type { CDPSession, Page } from '@playwright/test';

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Start and duration, in microseconds. */
  ts: number;
  dur?: number;
  /** The CPU time within the duration, in microseconds. */
  tdur?: number;
  args: { data?: { functionName?: string; url?: string }; name?: string };
};

export type Task = { ms: number; what: string };

const CATEGORIES = ['devtools.timeline', 'toplevel', 'v8.execute', 'blink.user_timing'];
const MIN_EVENT_MS = 5;
const US_PER_MS = 1_000;

/**
 * Runs `act` and returns the tasks of the page since the last performance mark `mark`, longest first. Measures CPU
 * time: on a busy machine wall time depends on other processes.
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
  await stopTracing(session);
  const begin = events.findLast(({ name }) => name === mark);
  if (!begin) {
    throw new Error(`The page never set the mark ${mark}`);
  }
  const own = events.filter(
    ({ ph, pid, tid, ts }) => ph === 'X' && pid === begin.pid && tid === begin.tid && ts > begin.ts,
  );
  return own
    .filter(({ name }) => name.endsWith('RunTask'))
    .map((task) => ({ ms: milliseconds(task), what: partsOf(task, own) }))
    .sort((one, other) => other.ms - one.ms);
}

async function stopTracing(session: CDPSession): Promise<void> {
  const complete = new Promise((resolve) => {
    session.once('Tracing.tracingComplete', resolve);
  });
  await session.send('Tracing.end');
  await complete;
  await session.detach();
}

/** Returns the long events within a task, by their trace names. */
function partsOf(task: TraceEvent, events: readonly TraceEvent[]): string {
  return events
    .filter(
      (event) =>
        event !== task &&
        event.ts >= task.ts &&
        event.ts < task.ts + (task.dur ?? 0) &&
        milliseconds(event) >= MIN_EVENT_MS,
    )
    .map((event) => {
      const { functionName = '', url = '' } = event.args.data ?? {};
      return `${event.name} ${functionName} ${url.split('/').at(-1) ?? ''} ${milliseconds(event).toFixed(0)} ms`;
    })
    .join(', ');
}

function milliseconds({ tdur = 0 }: TraceEvent): number {
  return tdur / US_PER_MS;
}
