import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

import type { AnalyticsDay } from '../api/types';
import { plotData, plotOptions } from './plot-options';

type Props = {
  days: readonly AnalyticsDay[];
  /** Called with the day under the pointer; null for none. Must be a stable function. */
  onPoint: (day: number | null) => void;
};

/** The chart, as wide as its container and in the colours of the theme. */
export function ViewsPlot({ days, onPoint }: Props) {
  const container = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = container.current;
    if (!element) {
      return undefined;
    }
    const plot = new uPlot(
      plotOptions(days, element.clientWidth, onPoint),
      plotData(days),
      element,
    );
    const resizeObserver = new ResizeObserver(() => {
      plot.setSize({ width: element.clientWidth, height: plot.height });
    });
    resizeObserver.observe(element);
    const themeObserver = new MutationObserver(() => {
      plot.redraw(false);
    });
    themeObserver.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      resizeObserver.disconnect();
      themeObserver.disconnect();
      plot.destroy();
      onPoint(null);
    };
  }, [days, onPoint]);

  return <div ref={container} />;
}
