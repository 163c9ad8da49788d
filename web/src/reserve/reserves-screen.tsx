import { BackBar } from '../parts/back-bar.tsx';
import { CopyValue } from '../parts/copy-value.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Refreshable } from '../parts/refreshable.tsx';
import { WaitingRows } from '../parts/waiting.tsx';
import { exactTime } from '../platform/exact-time.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { useCall } from '../platform/query.ts';
import { useSessionStore } from '../platform/session.ts';
import { Card } from '../ui/card.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { KeyValue } from '../ui/key-value.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { BooksNow } from './books-now.tsx';
import { ChainWord } from './chain-word.tsx';
import type { Published } from './check-own.ts';
import { heldOf, isCovered, isPoy, owedOf } from './cover.ts';
import type { Coin } from './cover.ts';
import { OwnCheck } from './own-check.tsx';

/** What banks hold is said by us alone. */
const isDeclared = ({ bank }: Coin): boolean => bank !== '0';
const hasAny = (coin: Coin): boolean => coin.leaves > 0 || heldOf(coin) > 0n || coin.setaside !== '0';

/** Hundredths of a percent, rounded down: 100 % is never said of less. */
function coverage(
  { coin, coins }: { coin: Coin; coins: readonly Coin[] },
  locale: Parameters<typeof amountText>[1],
): string | undefined {
  const owed = owedOf(coin, coins);
  if (owed === 0n) return undefined;
  const hundredths = (heldOf(coin) * 10_000n) / owed;
  const fraction = String(hundredths % 100n).padStart(2, '0');
  return `${amountText(`${hundredths / 100n}.${fraction}`, locale)} %`;
}

function Verdict({ published }: { published: Published }) {
  const t = useTexts('reserve');
  const locale = useLocale();
  const short = published.coins
    .filter((coin) => !isCovered(coin, published.coins))
    .map(({ coinid }) => coinid);
  const declared = published.coins.some(isDeclared);
  const at = { time: exactTime(published.takenat, locale), block: published.block };
  if (short.length > 0)
    return (
      <Notice tone="danger" title={t('short')} live>
        {t(declared ? 'shortBankText' : 'shortText', { ...at, coins: short.join(', ') })}
      </Notice>
    );
  return (
    <Notice tone="good" title={t('covered')}>
      {t(declared ? 'coveredBankText' : 'coveredText', at)}
    </Notice>
  );
}

function OneCoin({ coin, coins }: { coin: Coin; coins: readonly Coin[] }) {
  const t = useTexts('reserve');
  const locale = useLocale();
  const money = (plain: string) => `${amountText(plain, locale)} ${coin.coinid}`;
  const percent = coverage({ coin, coins }, locale);
  const poy = coin.coinid === 'USDT' ? coins.find((one) => isPoy(one) && one.leaves > 0) : undefined;
  const places = isPoy(coin)
    ? [
        {
          key: 'reserved',
          label: t('reserved'),
          value: `${amountText(coin.setaside, locale)} USDT`,
          note: t('reservedNote'),
        },
      ]
    : [
        {
          key: 'chain',
          label: t('onChain'),
          value: money(coin.onchain),
          note: t('addresses', { count: coin.addresses }),
        },
        ...(coin.cold === '0' ? [] : [{ key: 'cold', label: t('cold'), value: money(coin.cold) }]),
        ...(isDeclared(coin)
          ? [{ key: 'bank', label: t('bank'), value: money(coin.bank), note: t('bankNote') }]
          : []),
      ];
  return (
    <>
      <SectionTitle>{coin.coinid}</SectionTitle>
      <Card>
        <KeyValue
          rows={[
            {
              key: 'members',
              label: t('members'),
              value: money(coin.members),
              note: t('holders', { count: coin.leaves }),
              strong: true,
            },
            ...(poy ? [{ key: 'poy', label: t('owedForPoy'), value: money(poy.members) }] : []),
            ...places,
            ...(percent === undefined ? [] : [{ key: 'ratio', label: t('coverage'), value: percent }]),
            ...(isPoy(coin) ? [] : [{ key: 'aside', label: t('setAside'), value: money(coin.setaside) }]),
          ]}
        />
      </Card>
    </>
  );
}

function Details({ published }: { published: Published }) {
  const t = useTexts('reserve');
  return (
    <Disclosure label={t('details')}>
      <Stack gap={3}>
        <CopyValue label={t('hash')} value={published.hash} />
        <CopyValue label={t('blockHash', { block: published.block })} value={published.blockhash} />
        <CopyValue label={t('treasury')} value={published.treasury} />
        {published.coldaddress !== null && (
          <CopyValue label={t('coldAddress')} value={published.coldaddress} />
        )}
        {published.coins
          .filter(({ root }) => root !== '')
          .map(({ coinid, root }) => (
            <CopyValue key={coinid} label={t('root', { coin: coinid })} value={root} />
          ))}
      </Stack>
    </Disclosure>
  );
}

function How() {
  const t = useTexts('reserve');
  return (
    <>
      <SectionTitle>{t('how')}</SectionTitle>
      <Card>
        <Stack gap={3}>
          <p>{t('howTree')}</p>
          <p>{t('howOthers')}</p>
          <p>{t('howChain')}</p>
          <p>{t('setAsideText')}</p>
          <p>{t('howLimits')}</p>
        </Stack>
      </Card>
    </>
  );
}

/** That what members have is covered, for everybody to see; and for each member the proof of their own part (rulebook §0.2). */
export function ReservesScreen() {
  const t = useTexts('reserve');
  const loggedIn = useSessionStore((state) => state.token !== undefined);
  const query = useCall('Wallet/Reserves', {});
  return (
    <Page nav={<BackBar title="reserve.titleReserves" parent="/pages/home/home" />} aside={<How />}>
      <Refreshable calls={['Wallet/Reserves', 'index']}>
        <Stack>
          <BooksNow />
          <Loaded query={query} waiting={<WaitingRows rows={6} coin={false} />}>
            {(published) =>
              published === null ? (
                <EmptyState title={t('none')}>
                  <p>{t('noneText')}</p>
                </EmptyState>
              ) : (
                <Stack>
                  <Verdict published={published} />
                  {loggedIn && <OwnCheck key={published.day} published={published} />}
                  {published.coins.filter(hasAny).map((coin) => (
                    <OneCoin key={coin.coinid} coin={coin} coins={published.coins} />
                  ))}
                  <ChainWord published={published} />
                  <Details published={published} />
                  <TextLink href="#/pages/wallet/status/status">{t('toStatus')}</TextLink>
                </Stack>
              )
            }
          </Loaded>
        </Stack>
      </Refreshable>
    </Page>
  );
}
