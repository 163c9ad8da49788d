import { useState } from 'react';
import { Avatar } from '../src/ui/avatar.tsx';
import { BalanceCard } from '../src/ui/balance-card.tsx';
import { Card } from '../src/ui/card.tsx';
import { CoinMark } from '../src/ui/coin-mark.tsx';
import { Delta } from '../src/ui/delta.tsx';
import { Figure } from '../src/ui/figure.tsx';
import { IconButton } from '../src/ui/icon-button.tsx';
import { IconEye, IconEyeOff } from '../src/ui/icon/act.tsx';
import { IconChevronRight } from '../src/ui/icon/arrow.tsx';
import { IconShield } from '../src/ui/icon/guard.tsx';
import { IconDeposit, IconTransfer, IconWithdraw } from '../src/ui/icon/money.tsx';
import { IconActivity, IconBell, IconHome, IconSwap, IconTeam, IconWallet } from '../src/ui/icon/place.tsx';
import { List, ListRow } from '../src/ui/list.tsx';
import { Mark } from '../src/ui/mark.tsx';
import { NavBar } from '../src/ui/nav-bar.tsx';
import { Notice } from '../src/ui/notice.tsx';
import { Page } from '../src/ui/page.tsx';
import { QuickActions } from '../src/ui/quick-actions.tsx';
import { SectionTitle } from '../src/ui/section-title.tsx';
import { Sparkline } from '../src/ui/sparkline.tsx';
import { TabBar } from '../src/ui/tab-bar.tsx';
import { TextLink } from '../src/ui/text-link.tsx';

const PRICES = [
  21, 22, 21.5, 23, 22.4, 24, 25.2, 24.8, 26, 25.1, 24.4, 25.6, 27, 26.3, 27.4, 28.2, 27.6, 28.9,
];

const COINS = [
  { coin: 'USDT', name: 'Tether USD', amount: '4,218.50', worth: '$4,218.50' },
  { coin: 'OPEN', name: 'Openmere', amount: '91,204.7712', worth: '$2,635.81' },
  { coin: 'USDO', name: 'Payment dollar', amount: '1,000.00', worth: '$1,000.00' },
  { coin: 'POY', name: 'Proof of yield', amount: '12.4471', worth: '$12.44' },
];

/** The longest words there are for these places, to see that nothing is cut: `?lang=es`. */
const SPANISH: Readonly<Record<string, string>> = {
  Home: 'Inicio',
  Swap: 'Intercambio',
  Activity: 'Actividad',
  Team: 'Equipo',
  Wallet: 'Cartera',
  Deposit: 'Depositar',
  Transfer: 'Transferir',
  Withdraw: 'Retirar',
};
const spanish = location.search.includes('lang=es');
const word = (text: string) => (spanish ? (SPANISH[text] ?? text) : text);

export const TABS = [
  { key: 'home', label: word('Home'), href: '#home', icon: <IconHome /> },
  { key: 'swap', label: word('Swap'), href: '#swap', icon: <IconSwap /> },
  { key: 'activity', label: word('Activity'), href: '#activity', icon: <IconActivity />, dotLabel: 'New' },
  { key: 'team', label: word('Team'), href: '#team', icon: <IconTeam /> },
  { key: 'wallet', label: word('Wallet'), href: '#wallet', icon: <IconWallet /> },
];

/** A home page with made-up figures: how the parts look together. */
export function HomeSample() {
  const [hidden, setHidden] = useState(false);
  const hiddenLabel = hidden ? 'Amount hidden' : undefined;
  const nav = (
    <NavBar
      large
      title="Openmere"
      leading={
        <IconButton label="Your profile" icon={<Avatar name="Lin" seed="mem_42" size={32} />} href="#mine" />
      }
      actions={<IconButton label="News, 2 unread" icon={<IconBell />} dot href="#news" />}
    />
  );
  const aside = (
    <>
      <Card>
        <SectionTitle action={<TextLink href="#swap">Market</TextLink>}>OPEN price</SectionTitle>
        <Figure value="0.028904" prefix="$" size="large" />
        <Delta value="4.12 %" direction="up" label="up 4.12 % in 24 hours" chip />
        <Sparkline values={PRICES} label="OPEN price over 24 hours, rising" tone="up" />
      </Card>
      <Notice
        title="Activity: first deposit bonus"
        action={<TextLink href="#activity">See conditions</TextLink>}
      >
        A deposit from 100 USDT until 30 November adds mining power once.
      </Notice>
    </>
  );
  return (
    <>
      <Page nav={nav} tabs aside={aside} columns="wide-first">
        <BalanceCard
          label="Total balance"
          corner={
            <IconButton
              label={hidden ? 'Show amounts' : 'Hide amounts'}
              icon={hidden ? <IconEyeOff /> : <IconEye />}
              onPress={() => setHidden(!hidden)}
            />
          }
          figure={<Figure value="7,866.75" prefix="$" size="hero" hiddenLabel={hiddenLabel} />}
          note={<Figure value="104.20" prefix="+$" hiddenLabel={hiddenLabel} />}
          footer={<ReserveLine />}
        />
        <QuickActions
          label="Quick actions"
          items={[
            { key: 'deposit', label: word('Deposit'), icon: <IconDeposit />, href: '#recharge' },
            { key: 'transfer', label: word('Transfer'), icon: <IconTransfer />, href: '#transfer' },
            { key: 'withdraw', label: word('Withdraw'), icon: <IconWithdraw />, href: '#withdraw' },
            { key: 'swap', label: word('Swap'), icon: <IconSwap />, href: '#swap' },
          ]}
        />
        <SectionTitle action={<TextLink href="#list">All coins</TextLink>}>Your coins</SectionTitle>
        <List label="Your coins">
          {COINS.map((row) => (
            <ListRow
              key={row.coin}
              href={`#detail?coinid=${row.coin}`}
              leading={<CoinMark coin={row.coin} />}
              title={row.coin}
              subtitle={row.name}
              trailing={<Figure value={row.amount} hiddenLabel={hiddenLabel} />}
              trailingNote={<Figure value={row.worth} hiddenLabel={hiddenLabel} />}
              chevron={false}
            />
          ))}
        </List>
      </Page>
      <TabBar label="Main" items={TABS} current="home" mark={<Mark size={36} />} />
    </>
  );
}

function ReserveLine() {
  return (
    <a href="#reserves">
      <IconShield size={20} />
      Reserves checked 21 Nov, 08:00
      <IconChevronRight size={16} />
    </a>
  );
}
