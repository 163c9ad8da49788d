import type { OutputOf } from '@openmere/core/calls.ts';
import { Facts } from '../liquidity/facts.tsx';
import { useDaysLeft } from '../parts/use-days-left.ts';
import { exactTime } from '../platform/exact-time.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { refresh } from '../platform/query.ts';
import { Card } from '../ui/card.tsx';
import { Countdown } from '../ui/countdown.tsx';
import { Stack } from '../ui/page.tsx';
import { StatusPill } from '../ui/status-pill.tsx';
import css from './node.module.css';

export type NodeRow = OutputOf<'Node/Types'>;

/** Clocks of server and chain that differ by more are both said. */
const DRIFT_MS = 60_000;

/** Where the window of a sale stands at a moment of the chain's clock. */
function windowOf({ starts, ends }: Pick<NodeRow, 'starts' | 'ends'>, nowMs: number) {
  if (starts === null || ends === null) return 'none' as const;
  if (nowMs < Date.parse(starts)) return 'before' as const;
  return nowMs < Date.parse(ends) ? ('open' as const) : ('over' as const);
}

/** As above; a window that the guard has closed is no promise of when it opens. */
function stateOf(row: NodeRow, nowMs: number) {
  const window = windowOf(row, nowMs);
  return row.paused && (window === 'before' || window === 'open') ? ('paused' as const) : window;
}

function SaleWindow({ row, answeredAt }: { row: NodeRow; answeredAt: number }) {
  const t = useTexts('node');
  const leftText = useDaysLeft();
  const locale = useLocale();
  // The later of both clocks: a chain on which nothing happens makes no blocks, and its clock stands still meanwhile.
  const told = Math.max(Date.parse(row.asof), Date.parse(row.now));
  // The answer is fetched anew when the countdown ends.
  const state = stateOf(row, told);
  const until = state === 'before' ? row.starts : row.ends;
  const drift = Math.abs(Date.parse(row.now) - Date.parse(row.asof));
  return (
    <>
      <StatusPill state={state === 'open' ? 'working' : state === 'before' ? 'waiting' : 'void'}>
        {t(`window_${state}`)}
      </StatusPill>
      {(state === 'before' || state === 'open') && until !== null && (
        <Countdown
          key={until}
          untilMs={Date.parse(until)}
          nowMs={() => Date.now() + told - answeredAt}
          onEnd={() => void refresh('Node/Types')}
        >
          {(left) => t(state === 'before' ? 'opensIn' : 'endsIn', { left: leftText(left) })}
        </Countdown>
      )}
      {drift > DRIFT_MS && (
        <p className={css.quiet}>{t('chainClock', { time: exactTime(row.asof, locale) })}</p>
      )}
    </>
  );
}

/** What a node of this kind is: how many are left, until when, what it gives. */
export function SaleCard({ row, answeredAt }: { row: NodeRow; answeredAt: number }) {
  const t = useTexts('node');
  const locale = useLocale();
  const left = row.total - row.subscribed;
  const window = [
    ['starts', t('starts'), row.starts],
    ['ends', t('ends'), row.ends],
  ] as const;
  return (
    <Card>
      <Stack gap={3}>
        <SaleWindow row={row} answeredAt={answeredAt} />
        <Facts
          rows={[
            { key: 'price', label: t('price'), value: `${amountText(row.price, locale)} USDT`, strong: true },
            ...window.flatMap(([key, label, time]) =>
              time === null ? [] : [{ key, label, value: exactTime(time, locale) }],
            ),
            { key: 'left', label: t('leftLabel'), value: t('leftOf', { left, total: row.total }) },
            {
              key: 'equity',
              label: t('equity'),
              value: amountText(row.equity, locale),
              explain: t('equityText'),
            },
            { key: 'weight', label: t('weight'), value: String(row.weight), explain: t('weightText') },
          ]}
        />
      </Stack>
    </Card>
  );
}
