import type { OutputOf } from '@openmere/core/calls.ts';
import { parseAmount } from '@openmere/core/money/amount.ts';
import { findCoin } from '@openmere/core/money/coin.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Card, Descriptions, Skeleton, Table, Tag } from 'antd';
import type { TableProps } from 'antd';
import { groupDigits } from '../platform/amount-text.ts';
import { call } from '../platform/api-client.ts';
import { failureText } from '../platform/failure-text.ts';
import { findTextKey, t } from '../platform/texts.ts';
import { exactTime, spanText } from '../platform/time-text.ts';
import { Screen } from '../ui/screen.tsx';
import { haltText } from './halt-text.ts';
import type { HaltSaid } from './halt-text.ts';
import { Loops } from './loops.tsx';
import { haltPlace, placeOfQueue, reservePlace, WhereToLook } from './where-to-look.tsx';
import { WholeVerification } from './whole-verification.tsx';
import style from './health-screen.module.css';

export type Health = OutputOf<'Admin/Health'>;

type Columns<Row> = NonNullable<TableProps<Row>['columns']>;

const REFETCH_MS = 5_000;
/** While somebody watches a verification go on. */
const UNDERWAY_MS = 1_000;

function Verdict({ equal }: { equal: boolean | null }) {
  if (equal === null) return <Tag>{t('notYet')}</Tag>;
  if (equal) return <Tag color="success">{t('equal')}</Tag>;
  return (
    <>
      <Tag color="error">{t('different')}</Tag>
      <WhereToLook {...haltPlace} />
    </>
  );
}

/** Whether less is held than owed. */
function isShort(held: string, owed: string): boolean {
  return (parseAmount(held) ?? 0n) < (parseAmount(owed) ?? 0n);
}

/** A coin that lives in the ledger alone cannot be withdrawn: there is nothing to hold for it. */
function Cover({ coin }: { coin: Health['coins'][number] }) {
  if (findCoin(coin.coinid)?.lives === 'ledger') return <Tag>{t('ledgerOnly')}</Tag>;
  if (!isShort(coin.ledgerreserve, coin.liabilities)) return <Tag color="success">{t('coveredYes')}</Tag>;
  return (
    <>
      <Tag color="error">{t('short')}</Tag>
      <WhereToLook {...reservePlace} />
    </>
  );
}

/** Both of now and of one snapshot of the ledger. */
const coinColumns: Columns<Health['coins'][number]> = [
  { title: t('coin'), dataIndex: 'coinid' },
  { title: t('liabilities'), dataIndex: 'liabilities', align: 'right', render: groupDigits },
  { title: t('ledgerReserve'), dataIndex: 'ledgerreserve', align: 'right', render: groupDigits },
  {
    title: t('covered'),
    render: (_, coin) => <Cover coin={coin} />,
  },
];

/** The last comparison, both sides as of the same block: a figure of now beside one of then would look like a difference. */
const comparedColumns: Columns<Health['coins'][number]> = [
  { title: t('coin'), dataIndex: 'coinid' },
  { title: t('block'), dataIndex: 'asofblock', render: (block: number | null) => block ?? '—' },
  {
    title: t('chainReserve'),
    dataIndex: 'chainreserve',
    align: 'right',
    render: (held: string | null) => (held === null ? '—' : groupDigits(held)),
  },
  {
    title: t('comparedLedger'),
    dataIndex: 'comparedledger',
    align: 'right',
    render: (booked: string | null) => (booked === null ? '—' : groupDigits(booked)),
  },
  { title: t('compared'), dataIndex: 'equal', render: (equal: boolean | null) => <Verdict equal={equal} /> },
];

/** What waits, in words; a queue that this console does not know yet keeps its name. */
function queueText(name: string): string {
  const key = findTextKey(`waits_${name.replaceAll(/[^a-z]+/g, '_')}`);
  return key === undefined ? name : t(key);
}

const queueColumns: Columns<Health['queues'][number]> = [
  { title: t('queue'), dataIndex: 'name', render: queueText },
  { title: t('waiting'), dataIndex: 'waiting', align: 'right' },
  { title: t('oldest'), dataIndex: 'oldest', render: exactTime },
  {
    title: t('whereToLook'),
    render: (_, { name, waiting }) => waiting > 0 && <WhereToLook {...placeOfQueue(name)} />,
  },
];

const processColumns: Columns<Health['processes'][number]> = [
  { title: t('process'), dataIndex: 'name' },
  {
    title: t('state'),
    dataIndex: 'alive',
    render: (alive: boolean) => (
      <Tag color={alive ? 'success' : 'error'}>{t(alive ? 'alive' : 'silent')}</Tag>
    ),
  },
  { title: t('lastSeen'), dataIndex: 'lastseen', render: exactTime },
  {
    title: t('whereToLook'),
    render: (_, { alive }) => !alive && <WhereToLook section="processes" />,
  },
];

/** The first reason; what to check and the way out stand on the page of halts. */
function HaltLink({ halt }: { halt: HaltSaid | null }) {
  return (
    <>
      {halt === null ? '' : haltText(halt)} <a href="#/halts">{t('haltsOpen')}</a>
    </>
  );
}

/** Too much, or too little, of what members are owed lies where keys of ours can pay it out. */
function HotAlarms({ coins }: Pick<Health, 'coins'>) {
  return coins.map(({ coinid, alarm, alarmsince, alarmbound, chainreserve }) =>
    alarm === null ? null : (
      <Alert
        key={coinid}
        type={alarm === 'hot' ? 'warning' : 'error'}
        showIcon
        role="alert"
        title={t(`alarm_${alarm}`, {
          coin: coinid,
          amount: groupDigits(chainreserve ?? '0'),
          bound: groupDigits(alarmbound ?? '0'),
        })}
        description={
          <>
            {t(`alarm_${alarm}_what`, { time: exactTime(alarmsince) })}
            <WhereToLook section="hot" />
          </>
        }
      />
    ),
  );
}

/** Less lies at the cold address than was swept there. */
function ColdAlarms({ coins }: Pick<Health, 'coins'>) {
  return coins.map(({ coinid, coldmissing }) =>
    coldmissing === null ? null : (
      <Alert
        key={coinid}
        type="error"
        showIcon
        role="alert"
        title={t('alarm_cold', {
          coin: coinid,
          amount: groupDigits(coldmissing.there),
          bound: groupDigits(coldmissing.booked),
        })}
        description={
          <>
            {t('alarm_cold_what', { time: exactTime(coldmissing.since) })}
            <WhereToLook section="cold" />
          </>
        }
      />
    ),
  );
}

/** Addresses and hashes in full, on as many lines as they need. */
const hexText = (text: string) => <span className={style.hex ?? ''}>{text}</span>;

const governanceColumns: Columns<Health['governance'][number]> = [
  { title: t('time'), dataIndex: 'time', render: exactTime },
  { title: t('governanceEvent'), dataIndex: 'event' },
  { title: t('governanceContract'), dataIndex: 'contract', render: hexText },
  { title: t('governanceSubject'), dataIndex: 'subject', render: hexText },
  { title: t('governanceObject'), dataIndex: 'object', render: hexText },
];

function Rows<Row extends object>(
  props: Required<Pick<TableProps<Row>, 'columns' | 'rowKey' | 'dataSource'>>,
) {
  return <Table<Row> {...props} size="small" pagination={false} className={style.wraps ?? ''} />;
}

function Chain({ health: { chain, reconciled, ledgerverified } }: { health: Health }) {
  return (
    <Descriptions
      size="small"
      column={1}
      items={[
        { key: 'id', label: t('chainId'), children: chain.chainid },
        { key: 'head', label: t('head'), children: chain.head ?? '—' },
        { key: 'final', label: t('finalized'), children: chain.finalized ?? '—' },
        { key: 'cursor', label: t('cursor'), children: chain.cursor ?? '—' },
        { key: 'lag', label: t('lag'), children: chain.lagms === null ? '—' : spanText(chain.lagms) },
        { key: 'polled', label: t('polled'), children: exactTime(chain.polled) },
        ...(chain.problem === null
          ? []
          : [
              {
                key: 'problem',
                label: t('problem'),
                children: (
                  <span>
                    {chain.problem}
                    <WhereToLook section="nodes" />
                  </span>
                ),
              },
            ]),
        { key: 'reconciled', label: t('reconciled'), children: exactTime(reconciled) },
        { key: 'verifiedAt', label: t('ledgerVerified'), children: exactTime(ledgerverified) },
      ]}
    />
  );
}

/** Do we hold what we owe, does everything run, and are payouts open. */
export function HealthScreen() {
  const { data, error, dataUpdatedAt } = useQuery({
    queryKey: ['Admin/Health'],
    queryFn: () => call('Admin/Health', {}),
    refetchInterval: ({ state }) => (state.data?.wholeunderway ? UNDERWAY_MS : REFETCH_MS),
  });
  const readAt = exactTime(new Date(dataUpdatedAt).toISOString());
  return (
    <Screen title={t('health')}>
      {error && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={failureText(error)}
          {...(data ? { description: t('staleSince', { time: readAt }) } : {})}
        />
      )}
      {!data && !error && <Skeleton active />}
      {data && (
        <>
          {data.halted ? (
            <Alert
              type="error"
              showIcon
              role="alert"
              title={t('halted')}
              description={<HaltLink halt={data.halt} />}
            />
          ) : (
            // Of an earlier reading it would be said of now.
            !error && <Alert type="success" showIcon title={t('payoutsOpen')} />
          )}
          {data.governance.length > 0 && (
            <Card size="small" title={t('governance')}>
              <Alert
                type="warning"
                showIcon
                title={t('governanceMeaning')}
                description={<WhereToLook section="contracts" />}
              />
              <Rows
                // One transaction may grant a role and schedule a call.
                rowKey={({ hash, event, subject, object }) => `${hash} ${event} ${subject} ${object}`}
                dataSource={data.governance}
                columns={governanceColumns}
              />
            </Card>
          )}
          <HotAlarms coins={data.coins} />
          <ColdAlarms coins={data.coins} />
          <div className={style.amounts}>
            <Card size="small" title={t('reservesNow', { time: readAt })}>
              <Rows rowKey="coinid" dataSource={data.coins} columns={coinColumns} />
            </Card>
            <Card size="small" title={t('reservesCompared', { time: exactTime(data.reconciled) })}>
              <Rows rowKey="coinid" dataSource={data.coins} columns={comparedColumns} />
            </Card>
          </div>
          <Card size="small" title={t('loops')}>
            <Loops loops={data.loops} />
          </Card>
          <div className={style.grid}>
            <div className={style.column}>
              <Card size="small" title={t('processes')}>
                <Rows rowKey="name" dataSource={data.processes} columns={processColumns} />
              </Card>
              <Card size="small" title={t('chain')}>
                <Chain health={data} />
              </Card>
            </div>
            <div className={style.column}>
              <Card size="small" title={t('queues')}>
                <Rows rowKey="name" dataSource={data.queues} columns={queueColumns} />
              </Card>
              <Card size="small" title={t('wholeLedger')}>
                <WholeVerification underway={data.wholeunderway} ended={data.wholeended} />
              </Card>
            </div>
          </div>
        </>
      )}
    </Screen>
  );
}
