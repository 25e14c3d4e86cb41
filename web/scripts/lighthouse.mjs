// Measures the reader pages of a site with the sample posts by Lighthouse, as a phone on a mobile network: three runs a
// page, the median of each score. Exits with 1 when a score is below its goal.
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

import { CHROMIUM } from './chromium.mjs';
import { runSite } from './running-site.mjs';

const PAGES = ['/', '/treasure', '/blog/async-is-waiting-well'];
const RUNS = 3;
const GOALS = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };
const CATEGORIES = Object.keys(GOALS);

/** On a busy machine Chromium now and then loses the trace of a page. */
const ATTEMPTS = 3;

// A debug build would be slower than the released program.
process.env.BLOG_APP_BIN ??= '../target/release/blog-app';
const site = await runSite([{ arguments: ['seed', 'demo'] }]);
try {
  const measured = [];
  for (const page of PAGES) {
    measured.push({ page, runs: await runsOf(`${site.address}${page}`) });
  }
  process.exitCode = report(measured) ? 0 : 1;
} finally {
  await site.stop();
}

async function runsOf(url) {
  const runs = [];
  while (runs.length < RUNS) {
    runs.push(await run(url));
  }
  return runs;
}

/** Runs Lighthouse once, in a new browser profile. */
async function run(url, attemptsLeft = ATTEMPTS) {
  const browser = await launch({
    chromePath: CHROMIUM.executablePath,
    chromeFlags: ['--headless=new', ...CHROMIUM.args],
  });
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
  if (attemptsLeft <= 1) {
    throw new Error(`${url} could not be measured`);
  }
  return run(url, attemptsLeft - 1);
}

/** Prints the scores and the failed audits; returns whether all scores reach their goals. */
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

/** Returns the failed audits of the median run, with their findings. */
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
        ...findingsOf(audit).map((finding) => `    ${finding}`),
      ]),
  );
}

function findingsOf({ details }) {
  return (details?.items ?? []).map((item) => item.node?.snippet ?? JSON.stringify(item));
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
