// Measures the pages that readers come to with Lighthouse, as a phone on a mobile network sees them: a site of its
// own with the sample posts, three runs a page, the median of each score. Ends with 1 when a score is below its goal.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

const PAGES = ['/', '/treasure', '/blog/async-is-waiting-well'];
const RUNS = 3;
const GOALS = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };
const CATEGORIES = Object.keys(GOALS);

const program = resolve(process.env.BLOG_APP_BIN ?? '../target/release/blog-app');
const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium';
// As in playwright.config.ts: they keep Chromium from looking for its makers' servers.
const CHROMIUM_FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** On a busy machine Chromium now and then loses the recording of a page, through no fault of the page. */
const TRIES = 3;

const data = await mkdtemp(join(tmpdir(), 'blog-lighthouse-'));
let site;
try {
  execFileSync(program, ['seed', 'demo', '--data-dir', data]);
  site = spawn(program, ['serve', '--data-dir', data, '--listen', '127.0.0.1:0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, BLOG_APP_LOG__LEVEL: 'warn' },
  });
  const address = await firstAddress(site.stdout);
  const measured = [];
  for (const page of PAGES) {
    measured.push({ page, runs: await runsOf(`${address}${page}`) });
  }
  process.exitCode = report(measured) ? 0 : 1;
} finally {
  await ended(site);
  await rm(data, { recursive: true, force: true });
}

async function runsOf(url) {
  const runs = [];
  while (runs.length < RUNS) {
    runs.push(await run(url));
  }
  return runs;
}

/** One visit with a browser that has never seen the site. */
async function run(url, triesLeft = TRIES) {
  const browser = await launch({ chromePath: chromium, chromeFlags: CHROMIUM_FLAGS });
  const { lhr } = await lighthouse(url, {
    port: browser.port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: CATEGORIES,
  }).finally(() => browser.kill());
  if (!lhr.runtimeError) {
    return lhr;
  }
  console.warn(`${url}: ${lhr.runtimeError.message}`);
  if (triesLeft <= 1) {
    throw new Error(`${url} could not be measured`);
  }
  return run(url, triesLeft - 1);
}

/** Prints the scores and what they lack, and tells whether all reach their goals. */
function report(measured) {
  const pages = measured.map(({ page, runs }) => ({ page, runs, scores: scoresOf(runs) }));
  const table = pages.map(({ page, scores }) => [page, scores]);
  console.table(Object.fromEntries([...table, ['goal', GOALS]]));
  for (const { page, runs } of pages) {
    for (const failure of failuresOf(runs)) {
      console.log(`${page}  ${failure}`);
    }
  }
  return pages.every(({ scores }) =>
    CATEGORIES.every((category) => scores[category] >= GOALS[category]),
  );
}

function scoresOf(runs) {
  return Object.fromEntries(
    CATEGORIES.map((category) => [
      category,
      median(runs.map(({ categories }) => Math.round((categories[category].score ?? 0) * 100))),
    ]),
  );
}

/** The audits of the run in the middle that cost points, with what they found. */
function failuresOf(runs) {
  const middle = [...runs].sort(
    (a, b) => a.categories.performance.score - b.categories.performance.score,
  )[Math.floor(runs.length / 2)];
  return CATEGORIES.flatMap((category) =>
    middle.categories[category].auditRefs
      .filter(({ weight }) => weight > 0)
      .map(({ id }) => middle.audits[id])
      .filter(({ score }) => score !== null && score < 1)
      .flatMap((audit) => [
        `${category}: ${audit.title} ${audit.displayValue ?? ''}`.trimEnd(),
        ...foundBy(audit).map((place) => `    ${place}`),
      ]),
  );
}

function foundBy({ details }) {
  return (details?.items ?? []).map((item) => item.node?.snippet ?? JSON.stringify(item));
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

async function firstAddress(output) {
  for await (const line of createInterface({ input: output })) {
    const address = /http:\/\/\S+/.exec(line)?.[0];
    if (address) {
      output.resume();
      return address;
    }
  }
  throw new Error('the site ended before it said where it is');
}

async function ended(child) {
  if (child && child.exitCode === null) {
    const exit = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await exit;
  }
}
