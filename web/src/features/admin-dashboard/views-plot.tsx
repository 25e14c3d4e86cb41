import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

import type { AnalyticsDay } from '../../shared/api/types';
import { plotData, plotOptions } from './plot-options';

type Props = {
  days: readonly AnalyticsDay[];
  /** Which day is pointed at; null for none. Must stay the same function. */
  onPoint: (day: number | null) => void;
};

/** The chart itself, as wide as its place and in the colours of the theme. */
export function ViewsPlot({ days, onPoint }: Props) {
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = place.current;
    if (!element) {
      return undefined;
    }
    const plot = new uPlot(
      plotOptions(days, element.clientWidth, onPoint),
      plotData(days),
      element,
    );
    const resizing = new ResizeObserver(() => {
      plot.setSize({ width: element.clientWidth, height: plot.height });
    });
    resizing.observe(element);
    const theming = new MutationObserver(() => {
      plot.redraw(false);
    });
    theming.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      resizing.disconnect();
      theming.disconnect();
      plot.destroy();
      onPoint(null);
    };
  }, [days, onPoint]);

  return <div ref={place} />;
}
