import type { ReactNode } from 'react';
import css from './coin-mark.module.css';

/** Glyphs in a 24-unit box, 1.75 px strokes like the icons. */
const GLYPHS: Record<string, ReactNode> = {
  USDT: <path d="M7.5 7.25h9M12 7.25v10M6.75 11.25c1.5 1.75 9 1.75 10.5 0" />,
  OPEN: <path d="M16.2 7.3A6.3 6.3 0 1 0 18.3 12.5M12 12l5.8-5.8M14 6h4v4" />,
  OUSD: (
    <path d="M14.75 7.8c-.6-.8-1.55-1.3-2.75-1.3-1.6 0-2.75.85-2.75 2.15 0 3 5.75 1.35 5.75 4.35 0 1.3-1.2 2.2-3 2.2-1.35 0-2.4-.5-3.1-1.4M12 5v1.5M12 15.2v1M6 19c1-.7 2-.7 3 0s2 .7 3 0 2-.7 3 0 2 .7 3 0" />
  ),
  USDO: (
    <>
      <circle cx="12" cy="12" r="6.75" />
      <path d="M14 10c-.4-.6-1.1-.95-2-.95-1.15 0-2 .6-2 1.5 0 2.1 4.15 1 4.15 3.1 0 .9-.85 1.5-2.15 1.5-1 0-1.75-.35-2.25-1M12 7.75v1.3M12 15.15v1.1" />
    </>
  ),
  EQUITY: <path d="M12 12V5.5A6.5 6.5 0 1 0 18.5 12zM15 9V5.8A6.5 6.5 0 0 1 18.2 9z" />,
  OBL: <path d="M12 18c-4-2.7-6-5-6-7.4A3.2 3.2 0 0 1 12 9a3.2 3.2 0 0 1 6 1.6c0 2.4-2 4.7-6 7.4z" />,
  POY: (
    <path d="M12 18.5v-7M12 13c-3.3 0-5-1.7-5-5 3.3 0 5 1.7 5 5zM12 11.5c0-3 1.7-4.7 5-5 0 3.3-1.7 5-5 5zM8 18.5h8" />
  ),
  BNB: (
    <path d="m12 9.5 2.5 2.5-2.5 2.5L9.5 12zM8.5 8.75 12 5.25l3.5 3.5M8.5 15.25l3.5 3.5 3.5-3.5M5.5 12h.01M18.5 12h.01" />
  ),
};

export type CoinMarkProps = {
  /** Ticker: USDT, OPEN, OUSD, USDO, EQUITY, OBL, POY, BNB; another one shows its first letter. */
  coin: string;
  /** CSS pixels. Default 40. */
  size?: number;
};

/** The mark of a coin: a calm disc in the style of the icons. Decoration, the name stands beside it. */
export function CoinMark({ coin, size = 40 }: CoinMarkProps) {
  const glyph = GLYPHS[coin];
  return (
    <svg
      className={css.mark}
      data-coin={glyph === undefined ? 'other' : coin}
      width={size}
      height={size}
      viewBox="0 0 40 40"
      aria-hidden="true"
      focusable="false"
    >
      <circle className={css.disc} cx="20" cy="20" r="20" />
      {glyph === undefined ? (
        <text className={css.letter} x="20" y="26" textAnchor="middle">
          {Array.from(coin)[0]}
        </text>
      ) : (
        <g className={css.glyph} transform="translate(5.6 5.6) scale(1.2)">
          {glyph}
        </g>
      )}
    </svg>
  );
}
