import type { OutputOf } from '@openmere/core/calls.ts';
import { useBalances } from '../asset/use-balances.ts';
import { useMember } from '../member/use-member.ts';
import { useTexts } from '../platform/i18n.ts';
import { useConfig } from '../setting/use-config.ts';
import { IconGlobe, IconLock } from '../ui/icon/guard.tsx';
import { IconDeposit } from '../ui/icon/money.tsx';
import { IconTeam, IconWallet } from '../ui/icon/place.tsx';
import { IconClock } from '../ui/icon/sign.tsx';
import { List, ListRow } from '../ui/list.tsx';
import { SectionTitle } from '../ui/section-title.tsx';

type Info = OutputOf<'Users/Info'>;
export type Step = 'nextCountry' | 'nextWallet' | 'nextPending' | 'nextActivate' | 'nextPay' | 'nextDeposit';

/**
 * The first thing that is missing; undefined when all is set or only waiting is left. `empty`: the member has no money
 * (undefined while that is not known). Who may only leave is not led anywhere.
 */
export function nextStepOf(info: Info, empty: boolean | undefined): Step | undefined {
  if (info.exitonly) return undefined;
  if (info.country === null) return 'nextCountry';
  if (info.useraddress === null) return 'nextWallet';
  if (info.activation === 'pending') return 'nextPending';
  if (!info.activated) return 'nextActivate';
  if (!info.haspaypassword) return 'nextPay';
  return empty ? 'nextDeposit' : undefined;
}

const places = {
  nextCountry: { icon: <IconGlobe />, href: '#/pages/mine/userInfo/userInfo' },
  nextWallet: { icon: <IconWallet />, href: '#/pages/mine/blind/blind?kind=wallet' },
  nextPending: { icon: <IconClock />, href: '#/pages/wallet/activate/activate' },
  nextActivate: { icon: <IconTeam />, href: '#/pages/wallet/activate/activate' },
  nextPay: { icon: <IconLock />, href: '#/pages/mine/setPwd/setPwd?kind=pay' },
  nextDeposit: { icon: <IconDeposit />, href: '#/pages/wallet/recharge/recharge' },
};

/** One card with the one thing to do next. */
export function NextStep() {
  const t = useTexts('home');
  const info = useMember();
  const { rows } = useBalances();
  const min = useConfig()?.get('deposit.min') ?? '10';
  const step =
    info &&
    nextStepOf(
      info,
      rows?.every((row) => row.balance === '0'),
    );
  if (!step) return null;
  return (
    <>
      <SectionTitle>{t('next')}</SectionTitle>
      <List label={t('next')}>
        <ListRow
          leading={places[step].icon}
          title={t(step)}
          subtitle={t(`${step}Text`, { min })}
          href={places[step].href}
        />
      </List>
    </>
  );
}
