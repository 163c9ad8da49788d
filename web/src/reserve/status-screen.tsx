import type { OutputOf } from '@openmere/core/calls.ts';
import { BackBar } from '../parts/back-bar.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Refreshable } from '../parts/refreshable.tsx';
import { WaitingRows } from '../parts/waiting.tsx';
import { exactTime } from '../platform/exact-time.ts';
import { percentText } from '../platform/figure-text.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { useCall } from '../platform/query.ts';
import { Card } from '../ui/card.tsx';
import { KeyValue } from '../ui/key-value.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { SectionTitle } from '../ui/section-title.tsx';

type Status = OutputOf<'Wallet/Status'>;
type Change = Status['changes'][number];

const HOUR = 3600;

/** So many seconds in the reader's words: minutes under two hours, hours after that. */
function spanText(seconds: number, locale: string): string {
  const isShort = seconds < 2 * HOUR;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: isShort ? 'minute' : 'hour',
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  }).format(Math.max(1, Math.round(seconds / (isShort ? 60 : HOUR))));
}

/** What a rule is about, by the first part of its name. */
const subjects = {
  activity: 'ruleActivity',
  buyback: 'ruleActivity',
  deposit: 'ruleDeposit',
  equity: 'ruleLiquidity',
  fiat: 'ruleBank',
  geo: 'ruleAccount',
  identity: 'ruleAccount',
  mall: 'ruleMall',
  member: 'ruleAccount',
  minting: 'ruleMinting',
  node: 'ruleNode',
  password: 'ruleAccount',
  paypassword: 'ruleAccount',
  reward: 'ruleReward',
  session: 'ruleAccount',
  support: 'ruleSupport',
  swap: 'ruleSwap',
  team: 'ruleTeam',
  totp: 'ruleAccount',
  transfer: 'ruleTransfer',
  withdraw: 'ruleWithdraw',
} as const;

function useValueText(): (type: Change['type'], plain: string) => string {
  const t = useTexts('status');
  const locale = useLocale();
  return (type, plain) => {
    if (plain === '') return '—';
    if (type === 'amount') return amountText(plain, locale);
    if (type === 'bps') return percentText(Number(plain), locale);
    if (type === 'flag') return t(plain === '1' ? 'on' : 'off');
    return type === 'time' ? exactTime(plain, locale) : plain;
  };
}

/** What the guard has stopped; nothing where all is open. */
function Paused({ paused }: Pick<Status, 'paused'>) {
  const t = useTexts('status');
  const locale = useLocale();
  if (paused.length === 0) return null;
  return (
    <>
      <SectionTitle>{t('pausedNow')}</SectionTitle>
      <Card>
        <KeyValue
          rows={paused.map(({ what, since, reason }) => ({
            key: what,
            label: t(`entrance_${what}`),
            value: t('pausedText', { time: exactTime(since, locale), reason: '' }).trim(),
            note: reason ?? undefined,
          }))}
        />
      </Card>
    </>
  );
}

function Payouts({ status: { reviews, halts } }: { status: Status }) {
  const t = useTexts('status');
  const locale = useLocale();
  // The oldest open reason: the one that the notice, the quote and the records name.
  const open = halts.findLast(({ ended }) => ended === null);
  const { waiting, medianseconds } = reviews;
  return (
    <>
      {open === undefined ? (
        <Notice tone="good" title={t('running')}>
          {t('runningText')}
        </Notice>
      ) : (
        <Notice tone="warn" title={t('paused')}>
          {t('pausedText', { time: exactTime(open.since, locale), reason: open.reason })}
        </Notice>
      )}
      <SectionTitle>{t('reviews')}</SectionTitle>
      <Card>
        <KeyValue
          rows={[
            { key: 'waiting', label: t('waiting'), value: t('count', { count: waiting }) },
            {
              key: 'median',
              label: t('median'),
              value: medianseconds === null ? '—' : spanText(medianseconds, locale),
              note: t(medianseconds === null ? 'medianNone' : 'medianNote'),
            },
          ]}
        />
      </Card>
    </>
  );
}

function Halts({ halts }: Pick<Status, 'halts'>) {
  const t = useTexts('status');
  const locale = useLocale();
  return (
    <>
      <SectionTitle>{t('halts')}</SectionTitle>
      <Card>
        {halts.length === 0 ? (
          <p>{t('haltsNone')}</p>
        ) : (
          <KeyValue
            rows={halts.map(({ reason, since, ended }, index) => ({
              // Reasons that were found together have one time.
              key: String(index),
              label: reason,
              value: exactTime(since, locale),
              note: ended === null ? t('stillOpen') : t('until', { time: exactTime(ended, locale) }),
            }))}
          />
        )}
      </Card>
    </>
  );
}

function Changes({ changes }: Pick<Status, 'changes'>) {
  const t = useTexts('status');
  const locale = useLocale();
  const valueText = useValueText();
  // After the subject comes the rule's own name in the program, which is English, in words.
  const nameOf = (idx: string) => {
    const [subject = '', ...rest] = idx.split('.');
    const words = rest.join(' ').replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    const shown = subject in subjects ? t(subjects[subject as keyof typeof subjects]) : subject;
    return (
      <>
        {shown} · <span lang="en">{words}</span>
      </>
    );
  };
  return (
    <>
      <SectionTitle>{t('changes')}</SectionTitle>
      <Card>
        {changes.length === 0 ? (
          <p>{t('changesNone')}</p>
        ) : (
          <KeyValue
            rows={changes.map(({ idx, type, before, after, time }) => ({
              key: `${idx} ${time}`,
              label: nameOf(idx),
              value: t('fromTo', { before: valueText(type, before), after: valueText(type, after) }),
              note: exactTime(time, locale),
            }))}
          />
        )}
      </Card>
    </>
  );
}

/** How payouts go and which rules changed, for everybody to see (docs/decisions/0264). */
export function StatusScreen() {
  const query = useCall('Wallet/Status', {});
  return (
    <Page nav={<BackBar title="status.titleStatus" parent="/pages/wallet/reserves/reserves" />}>
      <Refreshable calls={['Wallet/Status']}>
        <Loaded query={query} waiting={<WaitingRows rows={6} coin={false} />}>
          {(status) => (
            <Stack>
              <Payouts status={status} />
              <Paused paused={status.paused} />
              <Halts halts={status.halts} />
              <Changes changes={status.changes} />
            </Stack>
          )}
        </Loaded>
      </Refreshable>
    </Page>
  );
}
