import { barredBy } from '@openmere/core/auth/geo.ts';
import { barredCountries } from '@openmere/core/setting/account.ts';
import { chainContracts, chainId } from '@openmere/core/setting/chain.ts';
import { useQuery } from '@tanstack/react-query';
import { countryName } from '../auth/countries.ts';
import { useMember } from '../member/use-member.ts';
import { call } from '../platform/api-client.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { useSessionStore } from '../platform/session.ts';
import { useWallet } from '../platform/wallet/use-wallet.ts';
import { useKnownSetting, useSetting } from '../setting/use-setting.ts';

export type Finding = {
  key: string;
  title: string;
  state: 'checking' | 'good' | 'warn' | 'bad';
  text: string;
};

/** Secrets older than 120 s are refused; half of it is far enough to say so. */
const SKEW_MAX_MS = 60_000;
/** What some part of the app is closed without: who was led here from a screen finds its contract among them. */
const neededContracts = [
  'usdt',
  'open',
  'ousd',
  'usdo',
  'pair',
  'membership',
  'swapDesk',
  'liquidityDesk',
  'twapOracle',
  'hashPowerMint',
  'usdoMint',
  'medal',
  'forwarderFactory',
  'treasury',
] as const;

type Clock = { tookMs: number; aheadMs: number };

/** One question for the time: how long the answer takes, and how far this device's clock is off. */
async function askClock(signal: AbortSignal): Promise<Clock> {
  const sent = Date.now();
  const { time } = await call('Ctrls/gettime', {}, { signal });
  const tookMs = Date.now() - sent;
  return { tookMs, aheadMs: sent + tookMs / 2 - time };
}

/** The newest block by the same relay that the wallets use. */
async function askBlock(signal: AbortSignal): Promise<number> {
  const response = await fetch('/rpc', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }),
    signal,
  });
  const answer = (await response.json()) as { result?: string };
  if (answer.result === undefined) throw new Error('the relay gave no block number');
  return Number(BigInt(answer.result));
}

function useClockFindings(): Finding[] {
  const t = useTexts('home');
  const { data, isError } = useQuery({
    queryKey: ['environment', 'clock'],
    queryFn: ({ signal }) => askClock(signal),
    retry: 0,
  });
  const server = { key: 'server', title: t('presServer') };
  const clock = { key: 'clock', title: t('presClock') };
  if (isError) return [{ ...server, state: 'bad', text: t('presServerBad') }];
  if (!data) return [{ ...server, state: 'checking', text: t('presChecking') }];
  const off = Math.abs(data.aheadMs) > SKEW_MAX_MS;
  const seconds = Math.round(Math.abs(data.aheadMs) / 1000);
  return [
    { ...server, state: 'good', text: t('presServerGood', { ms: data.tookMs }) },
    off
      ? { ...clock, state: 'bad', text: t('presClockBad', { seconds }) }
      : { ...clock, state: 'good', text: t('presClockGood') },
  ];
}

function useChainFindings(): Finding[] {
  const t = useTexts('home');
  const contracts = useKnownSetting(chainContracts);
  const block = useQuery({
    queryKey: ['environment', 'block'],
    queryFn: ({ signal }) => askBlock(signal),
    retry: 0,
  });
  const missing = neededContracts.filter((key) => contracts?.[key] === undefined);
  const published = { key: 'contracts', title: t('presContracts') };
  const rpc = { key: 'rpc', title: t('presRpc') };
  return [
    contracts === undefined
      ? { ...published, state: 'checking', text: t('presChecking') }
      : missing.length > 0
        ? { ...published, state: 'bad', text: t('presContractsBad', { names: missing.join(', ') }) }
        : {
            ...published,
            state: 'good',
            text: t('presContractsGood', { count: Object.keys(contracts).length }),
          },
    block.isError
      ? { ...rpc, state: 'bad', text: t('presRpcBad') }
      : block.data === undefined
        ? { ...rpc, state: 'checking', text: t('presChecking') }
        : { ...rpc, state: 'good', text: t('presRpcGood', { block: block.data }) },
  ];
}

/** Which wallets there are and how they were found; the chosen one first. */
function useWalletFindings(): Finding[] {
  const t = useTexts('home');
  const wallet = useWallet();
  const wanted = useKnownSetting(chainId);
  const found = { key: 'wallet', title: t('presWallet') };
  const chain = { key: 'chain', title: t('presChain') };
  const names = {
    eip6963: 'presWalletAnnounced',
    injected: 'presWalletInjected',
    inapp: 'presWalletInApp',
  } as const;
  if (wallet.providers.length === 0) {
    return wallet.probing
      ? [{ ...found, state: 'checking', text: t('presWalletSearching') }]
      : [{ ...found, state: 'warn', text: t('presWalletNone') }];
  }
  const text = wallet.providers.map((one) => t(names[one.kind], { name: one.name })).join(' ');
  const id = wallet.chainId;
  return [
    { ...found, state: 'good', text },
    id === undefined || wanted === undefined
      ? { ...chain, state: 'good', text: t('presChainUnknown') }
      : id === wanted
        ? { ...chain, state: 'good', text: t('presChainGood', { id: String(id) }) }
        : { ...chain, state: 'bad', text: t('presChainWrong', { id: String(id), wanted: String(wanted) }) },
  ];
}

function useCountryFinding(): Finding {
  const t = useTexts('home');
  const locale = useLocale();
  const loggedIn = useSessionStore((state) => state.token !== undefined);
  const member = useMember();
  const barred = useSetting(barredCountries);
  const line = { key: 'country', title: t('presCountry') };
  if (!loggedIn) return { ...line, state: 'good', text: t('presCountryVisitor') };
  if (!member) return { ...line, state: 'checking', text: t('presChecking') };
  if (member.country === null) return { ...line, state: 'warn', text: t('presCountryNone') };
  const country = countryName(member.country, locale);
  return member.exitonly || barredBy({ country: member.country }, barred)
    ? { ...line, state: 'bad', text: t('presCountryExit', { country }) }
    : { ...line, state: 'good', text: t('presCountryGood', { country }) };
}

/** Everything that the app needs around it, as lines with what to do. */
export function useEnvironment(): Finding[] {
  const clock = useClockFindings();
  const chain = useChainFindings();
  const wallet = useWalletFindings();
  const country = useCountryFinding();
  return [...clock, ...wallet, ...chain, country];
}
