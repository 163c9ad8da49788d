import type { OutputOf } from '@openmere/core/calls.ts';
import { RESTORED_COPY } from '@openmere/core/ledger/halt.ts';
import type { PauseReason } from '@openmere/core/setting/pause.ts';
import { Alert, Card, Empty, Flex, Skeleton, Tag, Typography } from 'antd';
import { useState } from 'react';
import { ChangeForm } from '../parts/change-form.tsx';
import type { Choice } from '../parts/change-form.tsx';
import { CsvButton } from '../parts/csv-button.tsx';
import { Failure } from '../parts/list-table.tsx';
import type { Column } from '../parts/list-table.tsx';
import { ReasonForm } from '../parts/reason-form.tsx';
import { mayCall } from '../platform/access.ts';
import { coinAmount } from '../platform/amount-text.ts';
import { call } from '../platform/api-client.ts';
import { findTextKey, t } from '../platform/texts.ts';
import { exactTime, spanText } from '../platform/time-text.ts';
import { useList } from '../platform/use-list.ts';
import { useMe } from '../platform/use-me.ts';
import { useNow } from '../platform/use-now.ts';
import { Screen } from '../ui/screen.tsx';
import { haltEndText, haltText } from './halt-text.ts';
import { PausedEntrances } from './paused-entrances.tsx';
import { ToldSelect } from './told-select.tsx';
import { WhereToLook } from './where-to-look.tsx';
import type { HelpLinks } from './where-to-look.tsx';
import style from './halts.module.css';

type Halt = OutputOf<'Admin/Halts'>;

/** What the CSV file says of a halt. */
const written: readonly Column<Halt>[] = [
  { key: 'id', title: t('halts'), text: ({ id }) => id },
  { key: 'kind', title: t('kind'), text: ({ kind }) => kind },
  { key: 'subject', title: t('subject'), text: ({ subject }) => subject },
  { key: 'happened', title: t('whatHappened'), text: haltText },
  { key: 'since', title: t('from'), text: ({ since }) => since },
  { key: 'ended', title: t('haltsEnded'), text: ({ ended }) => ended ?? '' },
  { key: 'how', title: t('resolve'), text: ({ endedhow }) => haltEndText(endedhow) },
];

/** Why payouts stand still: each reason with what happened, what to check, and how it ends; the way to halt them; the last ones that ended. */
export function HaltsScreen() {
  const list = useList('Admin/Halts', {}, { whole: true });
  const open = list.rows.filter(({ ended }) => ended === null);
  const past = list.rows.filter(({ ended }) => ended !== null);
  return (
    <Screen
      title={t('halts')}
      tools={
        <CsvButton
          name="halts"
          path="Admin/Halts"
          input={{}}
          columns={written}
          whole={list.rows}
          unread={list.readAt === 0}
        />
      }
    >
      <Failure error={list.error} readAt={list.readAt} again={list.again} />
      {list.loading && list.rows.length === 0 && <Skeleton active />}
      {!list.loading && !list.error && list.readAt > 0 && open.length === 0 && (
        <Alert type="success" showIcon title={t('payoutsOpen')} />
      )}
      {open.map((halt) => (
        <OpenHalt key={halt.id} halt={halt} />
      ))}
      <PausedEntrances />
      <HaltNow />
      {past.length > 0 && <h3 className={style.past}>{t('haltsEnded')}</h3>}
      {past.map((halt) => (
        <PastHalt key={halt.id} halt={halt} />
      ))}
      {!list.loading && list.readAt > 0 && list.rows.length === 0 && (
        <Empty description={t('noHalts')} image={Empty.PRESENTED_IMAGE_SIMPLE} />
      )}
    </Screen>
  );
}

/** The one press that stops all payouts; who may not make it reads nothing of it. */
function HaltNow() {
  const me = useMe();
  const [told, setTold] = useState<PauseReason>();
  if (me === undefined || !mayCall(me.role, 'Admin/PayoutHalt')) return null;
  return (
    <Card size="small" title={t('haltNowTitle')}>
      <ReasonForm
        needs="Admin/PayoutHalt"
        label={t('haltNowReason')}
        hint={t('haltNowHint')}
        refreshes={['Admin/Halts', 'Admin/Queues', 'Admin/Health']}
        acts={[
          {
            key: 'halt',
            label: t('haltNow'),
            look: 'danger',
            disabled: told === undefined,
            run: async (reason) => {
              if (told !== undefined) await call('Admin/PayoutHalt', { reason, told });
            },
          },
        ]}
      >
        <ToldSelect value={told} onChange={setTold} />
      </ReasonForm>
    </Card>
  );
}

function OpenHalt({ halt }: { halt: Halt }) {
  const age = spanText(useNow() - Date.parse(halt.since));
  const told = findTextKey(`told_${halt.facts['told'] ?? ''}`);
  return (
    <article className={style.halt}>
      <header>
        <h3>{t(`halt_${halt.kind}`)}</h3>
        <Tag color="error">{t('halted')}</Tag>
        <span>{t('sinceAge', { time: exactTime(halt.since), age })}</span>
      </header>
      <dl>
        <div>
          <dt>{t('whatHappened')}</dt>
          <dd>
            {haltText(halt)}
            <Typography.Text type="secondary" copyable>
              {halt.subject}
            </Typography.Text>
          </dd>
        </div>
        {told !== undefined && (
          <div>
            <dt>{t('told')}</dt>
            <dd>{t(told)}</dd>
          </div>
        )}
        <div>
          <dt>{t('whatToCheck')}</dt>
          <dd>
            {t(halt.subject === RESTORED_COPY ? 'check_restored' : `check_${halt.kind}`)}{' '}
            <WhereToLook page={pages[halt.kind]} />
          </dd>
        </div>
        <div>
          <dt>{t('resolve')}</dt>
          <dd>
            <Flex vertical gap={8} align="stretch">
              <span>
                <State halt={halt} />
              </span>
              <Resolve halt={halt} />
            </Flex>
          </dd>
        </div>
      </dl>
    </article>
  );
}

const health = { path: '/health', title: 'health', reads: 'Admin/Health' } as const;
const pages: Partial<Record<Halt['kind'], HelpLinks['page']>> = {
  payment: { path: '/payments', title: 'payments', reads: 'Admin/UnmatchedPayments' },
  fork: { path: '/reorg', title: 'reorg', reads: 'Admin/Reorg' },
  reserves: health,
  silent: health,
  ledger: health,
};

function State({ halt: { kind, subject, remains } }: { halt: Halt }) {
  // Green would be a verdict that nobody gave: what a person halted for, a person knows.
  if (remains === null && kind === 'other' && subject !== RESTORED_COPY) return <Tag>{t('haltJudged')}</Tag>;
  if (remains === null) return <Tag color="success">{t('haltGone')}</Tag>;
  return <Tag color="warning">{t(`remains_${remains}`)}</Tag>;
}

/** The two-person way out: offered only when the reason is seen to be gone, or its difference can be booked. */
function Resolve({ halt }: { halt: Halt }) {
  if (halt.kind === 'payment' && halt.remains !== null) return t('endsWithPayment');
  const { difference, remains, subject } = halt;
  const choices: Choice[] = [
    { value: 'gone', label: t('lookAtEnd'), why: remains === null ? undefined : t(`remains_${remains}`) },
    ...(difference === null
      ? []
      : [{ value: 'book', label: t('lookAtDifference', { amount: coinAmount(difference, subject) }) }]),
  ];
  return <ChangeForm kind="halt" subject={halt.id} choices={choices} refreshes={['Admin/Halts']} />;
}

function PastHalt({ halt }: { halt: Halt }) {
  return (
    <article className={style.ended}>
      <strong>{t(`halt_${halt.kind}`)}</strong>
      <span>
        {exactTime(halt.since)} – {exactTime(halt.ended)}
      </span>
      <span>{haltText(halt)}</span>
      <span className={style.how}>{haltEndText(halt.endedhow)}</span>
    </article>
  );
}
