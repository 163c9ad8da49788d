import type { OutputOf } from '@openmere/core/calls.ts';
import type { ReactNode } from 'react';
import { useMemberQuery } from '../member/use-member-query.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Refreshable } from '../parts/refreshable.tsx';
import { useAsOf } from '../parts/use-as-of.ts';
import { WaitingCard, WaitingRows } from '../parts/waiting.tsx';
import { useLocale, useTexts, useTitle } from '../platform/i18n.ts';
import { amountText, displayStyle } from '../platform/money-text.ts';
import { useCall } from '../platform/query.ts';
import { BalanceCard } from '../ui/balance-card.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Figure } from '../ui/figure.tsx';
import { IconQr, IconShare } from '../ui/icon/act.tsx';
import { IconShield } from '../ui/icon/guard.tsx';
import { IconChart } from '../ui/icon/money.tsx';
import { IconNews } from '../ui/icon/place.tsx';
import { List } from '../ui/list.tsx';
import { NavBar } from '../ui/nav-bar.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { QuickActions } from '../ui/quick-actions.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { CaptainCard } from './captain-card.tsx';
import { HowItCounts } from './how-it-counts.tsx';
import { LegRow } from './leg-row.tsx';
import { LevelLine } from './level-line.tsx';
import { ReferralOff } from './referral-off.tsx';
import css from './team-screen.module.css';

type Total = OutputOf<'Users/teamtotal'>;

/** Legs shown here; the others stand with the figures. */
const LEGS = 5;

function Cell({ label, value, note }: { label: string; value: ReactNode; note?: ReactNode }) {
  return (
    <div className={css.cell}>
      <dt className={css.label}>{label}</dt>
      <dd className={css.value}>
        {value}
        {note !== undefined && <div className={css.note}>{note}</div>}
      </dd>
    </div>
  );
}

function Figures({ total }: { total: Total }) {
  const t = useTexts('team');
  const locale = useLocale();
  const money = (plain: string) => amountText(plain, locale, 2);
  return (
    <Card>
      <dl className={css.grid}>
        <Cell label={t('regionLarge')} value={money(total.large)} note="USDT" />
        <Cell label={t('regionSmall')} value={money(total.small)} note="USDT" />
        <Cell label={t('members')} value={total.members} note={t('newToday', { count: total.newtoday })} />
        <Cell label={t('highest')} value={`V${total.highestlevel}`} />
      </dl>
    </Card>
  );
}

function Head({ total, staleNote }: { total: Total; staleNote: string | undefined }) {
  const t = useTexts('team');
  const locale = useLocale();
  return (
    <BalanceCard
      label={t('performance')}
      corner={<strong className={css.corner}>{t('ownLevel', { level: total.level })}</strong>}
      figure={
        <Figure
          size="hero"
          value={amountText(total.total, locale, 2)}
          decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
          unit="USDT"
          staleNote={staleNote}
        />
      }
      note={t('todayLine', { amount: `${amountText(total.performancetoday, locale, 2)} USDT` })}
      footer={<LevelLine total={total} />}
    />
  );
}

function Ways() {
  const t = useTexts('team');
  const titleOf = useTitle();
  return (
    <QuickActions
      label={t('ways')}
      items={[
        {
          key: 'invite',
          label: titleOf('team.titleInvite'),
          icon: <IconQr />,
          href: '#/pages/team/invite/invite',
        },
        {
          key: 'datas',
          label: titleOf('team.titleTeamData'),
          icon: <IconChart />,
          href: '#/pages/team/datas/datas',
        },
        {
          key: 'medal',
          label: titleOf('team.titleMedal'),
          icon: <IconShield />,
          href: '#/pages/team/medal/medal',
        },
        {
          key: 'share',
          label: titleOf('team.titleShare'),
          icon: <IconShare />,
          href: '#/pages/team/share/share',
        },
        {
          key: 'captain',
          label: titleOf('team.titleCaptain'),
          icon: <IconNews />,
          href: '#/pages/team/captain/captain',
        },
      ]}
    />
  );
}

function Legs() {
  const t = useTexts('team');
  const query = useCall('Users/Tdmf', { days: '30' });
  return (
    <Loaded query={query} waiting={<WaitingRows coin={false} />}>
      {({ legs }) =>
        legs.length === 0 ? (
          <Card>
            <EmptyState
              title={t('noLegs')}
              drawing="people"
              action={<Button href="#/pages/team/invite/invite">{t('invite')}</Button>}
            >
              {t('noLegsText')}
            </EmptyState>
          </Card>
        ) : (
          <>
            <SectionTitle
              note={t('legsNote')}
              action={<TextLink href="#/pages/team/datas/datas">{t('all')}</TextLink>}
            >
              {t('legs')}
            </SectionTitle>
            <List label={t('legs')}>
              {legs.slice(0, LEGS).map((leg) => (
                <LegRow key={leg.id} leg={leg} />
              ))}
            </List>
          </>
        )
      }
    </Loaded>
  );
}

function NotActivated() {
  const t = useTexts('team');
  return (
    <EmptyState
      title={t('activateTitle')}
      drawing="locked"
      action={<Button href="#/pages/wallet/activate/activate">{t('activateDo')}</Button>}
    >
      {t('activateText')}
    </EmptyState>
  );
}

function Team() {
  const query = useCall('Users/teamtotal', {});
  const staleNote = useAsOf(query.dataUpdatedAt, query.isError);
  return (
    <Refreshable calls={['Users/teamtotal', 'Users/Tdmf', 'Users/CaptainInfo']}>
      <Stack>
        <Loaded query={query} waiting={<WaitingCard />}>
          {(total) => (
            <>
              <Head total={total} staleNote={staleNote} />
              <Ways />
              <ReferralOff />
              <Figures total={total} />
            </>
          )}
        </Loaded>
      </Stack>
    </Refreshable>
  );
}

/** The people: the captain's texts and the legs. */
function People() {
  const t = useTexts('team');
  return (
    <>
      <CaptainCard />
      <Legs />
      <HowItCounts />
      <Disclosure label={t('whoSees')}>
        <p>{t('whoSeesInviter')}</p>
        <p>{t('whoSeesCaptains')}</p>
        <p>{t('whoSeesRewards')}</p>
      </Disclosure>
    </>
  );
}

/** The team at a glance: performance, level, regions, members, legs, and the ways on. */
export function TeamScreen() {
  const titleOf = useTitle();
  const profile = useMemberQuery();
  const isInside = profile.data?.activated === true;
  return (
    <Page
      tabs
      narrow={!isInside}
      nav={<NavBar title={titleOf('team.titleTeam')} large />}
      aside={isInside ? <People /> : undefined}
    >
      <Loaded query={profile} waiting={<WaitingCard />}>
        {(member) => (member.activated ? <Team /> : <NotActivated />)}
      </Loaded>
    </Page>
  );
}
