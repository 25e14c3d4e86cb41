// Measures the work of the main thread until a page reacts to input, as on a phone that is four times slower: nine first
// visits a page, the median of each figure. Arguments are programs to compare, which are measured in turn.
import { loadavg } from 'node:os';

import { chromium } from '@playwright/test';

import { CHROMIUM } from './chromium.mjs';
import { runSite } from './running-site.mjs';

const PAGES = ['/', '/treasure', '/blog/async-is-waiting-well'];
const LOADS = 9;
const CPU_SLOWDOWN = 4;
const PHONE = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true };
const CATEGORIES = ['devtools.timeline', 'toplevel', 'v8', 'v8.execute', 'blink.user_timing'];
const INTERACTIVE = 'interactive';
/** What follows is measured as well: the first page may leave work for later. */
const AFTERWARDS_MS = 1_000;
const US_PER_MS = 1_000;

const SCRIPT = [
  'EvaluateScript',
  'v8.compile',
  'v8.compileModule',
  'v8.evaluateModule',
  'FunctionCall',
  'RunMicrotasks',
];
const RENDERING = ['UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize', 'Commit'];
const TASKS = ['RunTask', 'ThreadControllerImpl::RunTask'];

const programs = process.argv.slice(2);
const sites = [];
const browser = await chromium.launch(CHROMIUM);
try {
  for (const program of programs.length > 0 ? programs : [process.env.BLOG_APP_BIN]) {
    process.env.BLOG_APP_BIN = program ?? '../target/release/blog-app';
    sites.push(await runSite([{ arguments: ['seed', 'demo'] }]));
  }
  await measure();
} finally {
  await browser.close();
  for (const site of sites) {
    await site.stop();
  }
}

async function measure() {
  for (const path of PAGES) {
    const loads = sites.map(() => []);
    // The first load of each site fills its cache.
    for (let round = 0; round <= LOADS; round += 1) {
      for (const [index, { address }] of sites.entries()) {
        const load = await workOf(`${address}${path}`);
        if (round > 0) {
          loads[index].push(load);
        }
      }
    }
    loads.forEach((measured, index) => report(path, sites[index].program, measured));
  }
}

/** Returns the milliseconds of CPU time of one visit with an empty browser cache. */
async function workOf(address) {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  await page.addInitScript(prepare, INTERACTIVE);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES },
  });
  await page.goto(address, { waitUntil: 'commit' });
  await page.evaluate(waitUntilDone, { mark: INTERACTIVE, afterwards: AFTERWARDS_MS });
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  await context.close();
  return workIn(events);
}

/** Sets the mark when the client is ready for input. Prefetching is off: it depends on the time that passes. */
function prepare(mark) {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  performance.mark('start');
  new MutationObserver((_, observer) => {
    if (document.querySelector('#root[data-drawn]')) {
      observer.disconnect();
      performance.mark(mark);
    }
  }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-drawn'] });
}

/** Waits inside the page, in one call: polling from here would add tasks to the main thread. */
function waitUntilDone({ mark, afterwards }) {
  return new Promise((resolve) => {
    const check = () => {
      if (performance.getEntriesByName(mark).length > 0) {
        setTimeout(resolve, afterwards);
      } else {
        setTimeout(check, 100);
      }
    };
    check();
  });
}

function workIn(events) {
  const start = events.find(({ name }) => name === 'start');
  const end = events.find(({ name }) => name === INTERACTIVE);
  const own = events.filter(
    ({ ph, pid, tid, ts }) =>
      ph === 'X' && pid === start.pid && tid === start.tid && ts >= start.ts,
  );
  const first = own.filter(({ ts }) => ts <= end.ts);
  return {
    script: sumOf(outermost(first, SCRIPT)),
    'script and rendering': sumOf(outermost(first, [...SCRIPT, ...RENDERING])),
    'all tasks': sumOf(outermost(first, TASKS)),
    'all tasks and those of the next second': sumOf(outermost(own, TASKS)),
  };
}

/** Returns the events of these names that are inside no other one of them. */
function outermost(events, names) {
  const named = events
    .filter(({ name }) => names.includes(name))
    .sort((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
  let end = -Infinity;
  return named.filter(({ ts, dur = 0 }) => {
    const isOutermost = ts >= end;
    end = Math.max(end, ts + dur);
    return isOutermost;
  });
}

function sumOf(events) {
  return events.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / US_PER_MS;
}

function report(path, program, loads) {
  const figures = Object.keys(loads[0]).map((name) => {
    const median = loads.map((load) => load[name]).sort((a, b) => a - b)[Math.floor(LOADS / 2)];
    return `${name} ${median.toFixed(0)} ms`;
  });
  const load = loadavg()[0].toFixed(1);
  console.log(`${path}, load of the machine ${load}, ${program}: ${figures.join(', ')}`);
}
