/** Calibration of time limits: the CPU slowdown of this machine relative to a reference machine. */
import type { Page } from '@playwright/test';

/** The milliseconds of the work below on the machine for which the limits were chosen. */
const REFERENCE_MS = 13;
/** The speed of a shared machine changes from second to second: the median counts, at the moment of a measurement. */
const REPETITIONS = 7;

/**
 * Returns how many times as long as the reference machine this one takes for the same script, at least 1: a faster
 * machine has the same limits.
 */
export async function slowness(page: Page): Promise<number> {
  const median = await page.evaluate((repetitions) => {
    /** Makes, orders and reads many small strings and objects, as pages do. */
    const work = () => {
      const words = Array.from({ length: 20_000 }, (_, index) => ({
        word: ((index * 7_919) % 20_011).toString(36),
        index,
      }));
      words.sort((one, other) => (one.word < other.word ? -1 : 1));
      const counts = new Map<string, number>();
      for (const { word } of words) {
        counts.set(word.slice(-2), (counts.get(word.slice(-2)) ?? 0) + word.length);
      }
      return counts.size + JSON.stringify(words).length;
    };
    const times: number[] = [];
    for (let repetition = 0; repetition < repetitions; repetition += 1) {
      const start = performance.now();
      if (work() === 0) {
        throw new Error('The work was left out');
      }
      times.push(performance.now() - start);
    }
    times.sort((one, other) => one - other);
    return times[Math.floor(repetitions / 2)] ?? Infinity;
  }, REPETITIONS);
  return Math.max(1, median / REFERENCE_MS);
}
