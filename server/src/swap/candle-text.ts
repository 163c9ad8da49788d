import type { CallResult } from '@openmere/core/kit/call.ts';
import { COIN_DECIMALS } from '@openmere/core/money/coin.ts';
import type { Candle } from '@openmere/core/swap/candle.ts';
import type { kline } from '@openmere/core/swap/contract.ts';

/** A row of trade/Kline. */
export type CandleRow = CallResult<typeof kline>['list'][number];

/** A candle as the database writes it: prices and volumes in base units, as decimal digits. */
export type CandleText = {
  /** Epoch seconds. */
  openTime: number;
  open: string;
  high: string;
  low: string;
  close: string;
  volumeOpen: string;
  volumeUsdt: string;
  trades: number;
};

const ZERO = 48;

/** `formatAmount` of base units that are digits already: what a list has thousands of need not become numbers first. */
export function formatDigits(digits: string): string {
  const text = digits.length > COIN_DECIMALS ? digits : digits.padStart(COIN_DECIMALS + 1, '0');
  const point = text.length - COIN_DECIMALS;
  let end = text.length;
  while (end > point && text.charCodeAt(end - 1) === ZERO) end -= 1;
  return end === point ? text.slice(0, point) : `${text.slice(0, point)}.${text.slice(point, end)}`;
}

const DAY_SEC = 86_400;
let known = { day: Number.NaN, date: '' };

/** ISO 8601 of epoch seconds. Candles of a list share their days. */
export function formatTime(seconds: number): string {
  const day = Math.floor(seconds / DAY_SEC);
  if (day !== known.day) known = { day, date: new Date(day * DAY_SEC * 1000).toISOString().slice(0, -13) };
  const rest = seconds - day * DAY_SEC;
  const hours = Math.floor(rest / 3_600);
  const minutes = Math.floor(rest / 60) - hours * 60;
  return `${known.date}${two(hours)}:${two(minutes)}:${two(rest % 60)}.000Z`;
}

function two(number: number): string {
  return number < 10 ? `0${number}` : `${number}`;
}

/** A candle as the wire has it, straight from the database's digits. */
export function candleRowOfText(one: CandleText): CandleRow {
  return {
    opentime: formatTime(one.openTime),
    open: formatDigits(one.open),
    high: formatDigits(one.high),
    low: formatDigits(one.low),
    close: formatDigits(one.close),
    volumeopen: formatDigits(one.volumeOpen),
    volumeusdt: formatDigits(one.volumeUsdt),
    trades: one.trades,
  };
}

export function candleOfText(one: CandleText): Candle {
  return {
    openTime: one.openTime,
    open: BigInt(one.open),
    high: BigInt(one.high),
    low: BigInt(one.low),
    close: BigInt(one.close),
    volumeOpen: BigInt(one.volumeOpen),
    volumeUsdt: BigInt(one.volumeUsdt),
    trades: one.trades,
  };
}

export function textOfCandle(one: Candle): CandleText {
  return {
    openTime: one.openTime,
    open: one.open.toString(),
    high: one.high.toString(),
    low: one.low.toString(),
    close: one.close.toString(),
    volumeOpen: one.volumeOpen.toString(),
    volumeUsdt: one.volumeUsdt.toString(),
    trades: one.trades,
  };
}

/** An interval without trades: the last close, no volume. */
export function flatText(openTime: number, { close }: CandleText): CandleText {
  const prices = { open: close, high: close, low: close, close };
  return { openTime, ...prices, volumeOpen: '0', volumeUsdt: '0', trades: 0 };
}
