import {
  CandlestickSeries,
  createChartEx,
  defaultHorzScaleBehavior,
  HistogramSeries,
} from 'lightweight-charts';

/** The parts of the chart library that are used, in a file of their own: it is the largest that the app fetches. */
export const library = { CandlestickSeries, createChartEx, defaultHorzScaleBehavior, HistogramSeries };
export type Library = typeof library;
