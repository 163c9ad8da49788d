import type { Locale } from '@openmere/core/kit/language.ts';
import type { ChartOptions, DeepPartial, TickMarkType, Time } from 'lightweight-charts';
import { priceText } from '../market/market-price-text.ts';
import type { ChartColors } from './chart-colors.ts';
import { tickText } from './chart-time.ts';

type Look = { colors: ChartColors; locale: Locale; decimals: number };

/** Averages differ by dashes, too, not by colour alone: dash and gap in CSS pixels. */
export const averageDashes: readonly (readonly number[])[] = [[], [6, 3], [2, 3]];

// The library's own constants are enums that would bring its module along: crosshair that snaps to closes, tracking that
// ends when the finger leaves.
const MAGNET = 1;
const ON_TOUCH_END = 0;

/** Places beyond those that are shown: the axis' own steps are sums of floats, and 0.0499999… is meant to be 0.05. */
const SPARE_PLACES = 6;
/** Larger numbers are written with an exponent. */
const PLAIN_MAX = 1e15;

/** A price on the axis: as everywhere, cut and not rounded. By the app's own rule, since a number format takes 25 ms to make. */
export function axisPrice(value: number, locale: Locale, decimals: number): string {
  const size = Math.abs(value) + 10 ** -(decimals + SPARE_PLACES);
  if (!(size < PLAIN_MAX)) return String(value);
  const text = priceText(size.toFixed(decimals + SPARE_PLACES).slice(0, -SPARE_PLACES), locale, decimals);
  return value < 0 && /[1-9]/.test(text) ? `-${text}` : text;
}

function lookOptions({ colors, locale, decimals }: Look, utc: boolean): DeepPartial<ChartOptions> {
  const label = { labelBackgroundColor: colors.strong, color: colors.strong };
  return {
    layout: {
      background: { color: colors.surface },
      textColor: colors.text,
      // Drawn by a style element and inner HTML, both of which the page's policy refuses: the page names the library itself.
      attributionLogo: false,
    },
    grid: { vertLines: { color: colors.line }, horzLines: { color: colors.line } },
    crosshair: { mode: MAGNET, vertLine: label, horzLine: label },
    localization: {
      locale,
      priceFormatter: (value: number) => axisPrice(value, locale, decimals),
      timeFormatter: (time: Time) =>
        `${tickText(time as number, 2, locale, utc)} ${tickText(time as number, 3, locale, utc)}`,
    },
    timeScale: {
      borderColor: colors.line,
      timeVisible: !utc,
      tickMarkFormatter: (time: Time, kind: TickMarkType) => tickText(time as number, kind, locale, utc),
    },
    rightPriceScale: { borderColor: colors.line, scaleMargins: { top: 0.08, bottom: 0.22 } },
  };
}

/**
 * Options of the library from the look of the page. `compact` (set once): a chart within a page, which must not catch the
 * wheel; neither kind catches a vertical swipe, and a long press brings the crosshair on touch.
 */
export function chartOptions(look: Look, compact?: boolean, utc = false): DeepPartial<ChartOptions> {
  const options = lookOptions(look, utc);
  if (compact === undefined) return options;
  return {
    ...options,
    layout: { ...options.layout, fontFamily: getComputedStyle(document.body).fontFamily, fontSize: 12 },
    handleScroll: { vertTouchDrag: false, mouseWheel: !compact },
    handleScale: { mouseWheel: !compact, axisPressedMouseMove: { price: false } },
    trackingMode: { exitMode: ON_TOUCH_END },
    timeScale: { ...options.timeScale, rightOffset: 3, barSpacing: compact ? 6 : 7, minBarSpacing: 0.5 },
  };
}
