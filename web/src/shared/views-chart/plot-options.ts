import uPlot from 'uplot';

import type { AnalyticsDay } from '../api/types';
import { shownDay } from './days';

const HEIGHT_PX = 220;
const FONT = "12px 'Inter Variable', system-ui, sans-serif";
const AXIS_PX = { days: 28, views: 44 };
/** The least distance of labels. */
const SPACE_PX = { days: 64, views: 28 };
const GAP_PX = 8;
/** The width of a bar: its share of the day's width, and its maximum in pixels. */
const WIDE_BAR: [number, number] = [0.72, 22];
const NARROW_BAR: [number, number] = [0.36, 11];
const ROUND = 0.2;
const DAY_STEPS = [1, 2, 3, 5, 7, 10, 15, 30];
/** The smallest upper end of the axis, for sites without views. */
const VIEWS_MAX_LEAST = 4;
const HEADROOM = 1.1;

/** Two bars for each day: a wide one for all views, a narrow one within it for the readers. */
export function plotOptions(
  days: readonly AnalyticsDay[],
  width: number,
  onPoint: (day: number | null) => void,
): uPlot.Options {
  const axis = { stroke: () => token('--ink-faint'), font: FONT, ticks: { show: false } };
  return {
    width,
    height: HEIGHT_PX,
    padding: [GAP_PX, GAP_PX, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { time: false, range: () => [-0.5, days.length - 0.5] },
      y: { range: (_plot, _min, max) => [0, Math.max(max * HEADROOM, VIEWS_MAX_LEAST)] },
    },
    axes: [
      {
        ...axis,
        size: AXIS_PX.days,
        space: SPACE_PX.days,
        gap: GAP_PX,
        incrs: DAY_STEPS,
        grid: { show: false },
        values: (_plot, splits) => splits.map((day) => dayAt(days, day)),
      },
      {
        ...axis,
        size: AXIS_PX.views,
        space: SPACE_PX.views,
        gap: GAP_PX,
        incrs: wholeSteps(),
        grid: { stroke: () => token('--line'), width: 1 },
        values: (_plot, splits) => splits.map(shortNumber),
      },
    ],
    series: [
      {},
      { ...bars(WIDE_BAR), fill: () => token('--chart-soft') },
      { ...bars(NARROW_BAR), fill: () => token('--accent') },
    ],
    hooks: {
      setCursor: [
        ({ cursor }) => {
          onPoint(cursor.idx ?? null);
        },
      ],
    },
  };
}

export function plotData(days: readonly AnalyticsDay[]): uPlot.AlignedData {
  return [
    days.map((_day, index) => index),
    days.map(({ views }) => views),
    days.map(({ unique }) => unique),
  ];
}

function bars(size: [number, number]): uPlot.Series {
  const paths = uPlot.paths.bars?.({ size, radius: ROUND });
  return { ...(paths && { paths }), points: { show: false } };
}

/** Returns a colour of the current theme. */
function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name);
}

function dayAt(days: readonly AnalyticsDay[], index: number): string {
  const day = days[index];
  return day ? shownDay(day.date) : '';
}

function shortNumber(count: number): string {
  return count.toLocaleString(undefined, { notation: 'compact' });
}

/** The steps of the axis, whole numbers: 1, 2, 5, 10, 20, 50 and so on. */
function wholeSteps(): number[] {
  return Array.from({ length: 9 }, (_, power) =>
    [1, 2, 5].map((step) => step * 10 ** power),
  ).flat();
}
