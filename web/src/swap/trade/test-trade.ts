import type { OutputOf } from '@openmere/core/calls.ts';
import { swapDeskAbi } from '@openmere/core/chain/abi/swap-desk.ts';
import { decodeFunctionData, parseAbi, toFunctionSelector } from 'viem';
import type { Hex } from 'viem';
import { activatedMember } from '../../member/test-member.ts';
import { offerWallet } from '../../wallet/test-wallet.ts';

// A market in tests: a pool of 100,000 USDT and 1,000,000 OPEN, a member with a wallet, and the node behind `/rpc`.

export const OWN = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
export const hash: Hex = `0x${'a1'.repeat(32)}`;
const coin = 10n ** 18n;
export const contracts = {
  usdt: '0x1000000000000000000000000000000000000001',
  open: '0x1000000000000000000000000000000000000002',
  ousd: '0x1000000000000000000000000000000000000003',
  pair: '0x1000000000000000000000000000000000000004',
  router: '0x1000000000000000000000000000000000000005',
  swapDesk: '0x1000000000000000000000000000000000000006',
} as const;

export const pool: OutputOf<'trade/Pool'> = {
  price: '0.1',
  change24h: '1.5',
  reserveusdt: '100000',
  reserveopen: '1000000',
  lptotal: '316227',
  klast: '0',
  burned: '0',
  volume24h: '1000',
  volumeopen24h: '10000',
  high24h: '0.11',
  low24h: '0.09',
  trades24h: 12,
  fees: { poolbps: 30, communitybps: 50, burnbps: 100 },
  twap: '0.1',
  tradable: true,
  block: 100,
  asof: '2026-11-20T12:00:00.000Z',
};

export const trade: OutputOf<'trade/Trades'> = {
  id: 'trd_1',
  time: '2026-11-20T12:00:00.000Z',
  type: 'buy',
  quantity: '992.1',
  amount: '100',
  price: '0.100796290696502368',
  fee: '0.5',
  burned: '0',
  hash,
  address: OWN,
  mine: true,
  status: 'final',
  block: 99,
};

export const member = { ...activatedMember, nickname: 'Ann', useraddress: OWN };

export const config = {
  list: [
    { idx: 'chain.id', val: '31337' },
    { idx: 'chain.contracts', val: JSON.stringify(contracts) },
    { idx: 'chain.explorer', val: 'https://explorer.test' },
  ],
};

const word = (value: bigint) => value.toString(16).padStart(64, '0');
const selector = (signature: string) => toFunctionSelector(signature);

/** What the chain holds; a test changes it. */
export type StageChain = {
  reserveUsdt: bigint;
  reserveOpen: bigint;
  tradable: boolean;
  allowance: bigint;
  usdt: bigint;
  open: bigint;
  bnb: bigint;
  mined: boolean;
  /** What the receipts say of approvals; nothing unless told. */
  logs?: readonly unknown[];
};

export function newChain(): StageChain {
  return {
    reserveUsdt: 100_000n * coin,
    reserveOpen: 1_000_000n * coin,
    tradable: true,
    allowance: 0n,
    usdt: 50_000n * coin,
    open: 400_000n * coin,
    bnb: coin,
    mined: true,
  };
}

function ethCall(chain: StageChain, { to, data }: { to: string; data: string }): string {
  const answers: Record<string, () => string> = {
    [selector('getReserves()')]: () => word(chain.reserveUsdt) + word(chain.reserveOpen) + word(0n),
    [selector('token0()')]: () => contracts.usdt.slice(2).padStart(64, '0'),
    [selector('tradable()')]: () => word(chain.tradable ? 1n : 0n),
    [selector('communityFeeBps()')]: () => word(50n),
    [selector('burnBps()')]: () => word(100n),
    [selector('poolFeeBps()')]: () => word(30n),
    [selector('allowance(address,address)')]: () => word(chain.allowance),
    [selector('balanceOf(address)')]: () => word(to === contracts.usdt ? chain.usdt : chain.open),
    [selector('approve(address,uint256)')]: () => word(1n),
  };
  const answer = answers[data.slice(0, 10)];
  return `0x${answer ? answer() : word(1n)}`;
}

/** The node behind the relay. */
export function nodeOf(chain: StageChain) {
  return (method: string, params: readonly unknown[]): unknown => {
    const answers: Record<string, () => unknown> = {
      eth_call: () => ethCall(chain, params[0] as { to: string; data: string }),
      eth_getBlockByNumber: () => ({ number: '0x64', timestamp: '0x6a000000' }),
      eth_getBalance: () => `0x${chain.bnb.toString(16)}`,
      eth_gasPrice: () => '0x3b9aca00',
      eth_estimateGas: () => '0x30d40',
      eth_getTransactionCount: () => '0x0',
      eth_blockNumber: () => '0x64',
      eth_getTransactionByHash: () => ({ hash, nonce: '0x0' }),
      eth_getTransactionReceipt: () =>
        chain.mined
          ? {
              status: '0x1',
              transactionHash: hash,
              blockNumber: '0x65',
              gasUsed: '0x1',
              logs: chain.logs ?? [],
            }
          : null,
    };
    return answers[method]?.();
  };
}

export type SentCall = { to: Hex; data: Hex; gas?: Hex };

/** A wallet of the browser that holds the bound address; `chainId` is where it stands. */
export async function injectWallet(
  sent: SentCall[] = [],
  options: { chainId?: string; refuse?: boolean } = {},
): Promise<void> {
  const send = (transaction: unknown) => {
    if (options.refuse) throw Object.assign(new Error('no'), { code: 4001 });
    sent.push(transaction as SentCall);
    return hash;
  };
  await offerWallet({
    address: OWN,
    send,
    ...(options.chainId === undefined ? {} : { chainId: options.chainId }),
  });
}

const approveAbi = parseAbi(['function approve(address spender, uint256 amount)']);

/** What the wallet was asked to send, in words. */
export function readSent(sent: readonly SentCall[]) {
  return sent.map(({ to, data }) => {
    const abi = to === contracts.swapDesk ? swapDeskAbi : approveAbi;
    const { functionName, args } = decodeFunctionData({ abi, data });
    return { to, name: functionName as string, args: (args ?? []) as readonly unknown[] };
  });
}
