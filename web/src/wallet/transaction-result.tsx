import { useEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { DoneButton } from '../parts/standard-buttons.tsx';
import { useTexts } from '../platform/i18n.ts';
import type { TransactionRecord } from '../platform/wallet/transaction-record.ts';
import { Card } from '../ui/card.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { Result, ResultLine } from '../ui/result.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { dismissTransaction } from './dismiss-transaction.ts';
import { StepsOfTransaction, TransactionSteps } from './transaction-steps.tsx';
import css from './wallet.module.css';

/** So long a result is the first thing on its screen, then so long one line, then it has left. */
const HERO_MS = 60_000;
const LINE_MS = 5 * 60_000;

type Phase = 'hero' | 'line' | 'gone';

function phaseAt(doneAt: number, now: number): Phase {
  const age = now - doneAt;
  return age < HERO_MS ? 'hero' : age < LINE_MS ? 'line' : 'gone';
}

/** Where the result stands at this time; it moves on by itself, and sooner when it was read. */
function usePhase({ id, doneAt }: TransactionRecord): [Phase, () => void] {
  const [now, setNow] = useState(() => Date.now());
  const [read, setRead] = useState<string>();
  const done = doneAt ?? now;
  const phase = phaseAt(done, now);
  useEffect(() => {
    if (phase === 'gone') return;
    const until = done + (phase === 'hero' ? HERO_MS : LINE_MS);
    const timer = setTimeout(() => setNow(Date.now()), Math.max(until - Date.now(), 0) + 50);
    return () => clearTimeout(timer);
  }, [done, phase]);
  return [phase === 'hero' && read === id ? 'line' : phase, () => setRead(id)];
}

/** What came of acting is seen, wherever on the page one had been: when it was sent, and when it is confirmed. */
function useSeen({ id, state }: TransactionRecord): RefObject<HTMLDivElement | null> {
  const part = useRef<HTMLDivElement>(null);
  const before = useRef(`${id} ${state}`);
  useEffect(() => {
    const now = `${id} ${state}`;
    if (before.current === now) return;
    before.current = now;
    if (state === 'sent' || state === 'confirmed') part.current?.scrollIntoView();
  }, [id, state]);
  return part;
}

type Props = {
  record: TransactionRecord;
  /** The kinds that may stand in its place, where they are more than its own. */
  shown?: readonly string[] | undefined;
  /** What it is while it is under way: "Buy 12.5 OPEN". */
  title: string;
  /** What it was, when it is confirmed: "Bought 12.5 OPEN". */
  doneTitle: string;
  /** The amount, size hero. */
  figure?: ReactNode;
  /** What came of it and what happens next. */
  children?: ReactNode;
  /** The way to its record, also from the one line. */
  link?: ReactNode;
  /** Under the steps while there is no result: another try. */
  retry?: ReactNode;
};

/**
 * A transaction of one's own on its screen: its steps while it is under way; the result, first of all, when it is confirmed,
 * with the steps folded; then one line; then nothing.
 */
export function TransactionResult(props: Props) {
  const part = useSeen(props.record);
  return (
    <div ref={part} className={css.seen}>
      <Outcome {...props} />
    </div>
  );
}

function Outcome(props: Props) {
  const { record, shown, title, doneTitle, figure, children, link, retry } = props;
  const t = useTexts('wallet');
  const [phase, markRead] = usePhase(record);
  if (record.state !== 'confirmed')
    return (
      <Card>
        <SectionTitle>{title}</SectionTitle>
        <TransactionSteps record={record} shown={shown} />
        {retry}
      </Card>
    );
  if (phase === 'gone') return null;
  if (phase === 'line')
    return (
      <ResultLine title={doneTitle}>
        {link}
        <TextLink onPress={() => dismissTransaction(record, shown)}>{t('txClear')}</TextLink>
      </ResultLine>
    );
  return (
    <Result title={doneTitle} figure={figure}>
      {children}
      {link}
      <Disclosure label={t('txSteps')}>
        <StepsOfTransaction record={record} />
      </Disclosure>
      <DoneButton tone="secondary" onPress={markRead} />
    </Result>
  );
}
