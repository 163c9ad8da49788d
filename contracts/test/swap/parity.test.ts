import assert from 'node:assert/strict';
import { swapDeskAbi } from '@openmere/core/chain/abi/swap-desk.ts';
import { uniswapV2PairAbi } from '@openmere/core/chain/abi/uniswap-v2-pair.ts';
import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import { quoteBuy, quoteSell } from '@openmere/core/swap/quote.ts';
import type { PoolState } from '@openmere/core/swap/quote.ts';
import {
  createPublicClient,
  createWalletClient,
  erc20Abi,
  http,
  maxUint256,
  parseAbi,
  parseEventLogs,
  parseUnits,
} from 'viem';
import type { Address, Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { foundry } from 'viem/chains';
import { deployAll } from '../../script/deploy.ts';
import { waitForReceipt } from '../../script/receipt.ts';
import { startAnvil } from '../kit/anvil.ts';
import type { Anvil } from '../kit/anvil.ts';
import { after, before, describe, it } from '../kit/cases.ts';
import { makeOptions, need, richKey } from '../kit/deployment.ts';
import { createChance } from '../parity/random.ts';

const trader = privateKeyToAccount(richKey);
const trades = 60;

describe('core computes what the deployed desk gives', () => {
  let anvil: Anvil;
  let map: AddressMap;
  before(async () => {
    anvil = await startAnvil();
    // The deployer trades: it is a member, holds the rest of OPEN, and may mint the development chain's dollars.
    map = await deployAll(makeOptions(anvil.rpcUrl, { root: trader.address }).options);
    const usdt = need(map, 'usdt');
    await settle(
      await wallet().writeContract({
        address: usdt,
        abi: parseAbi(['function mint(address to, uint256 amount)']),
        functionName: 'mint',
        args: [trader.address, parseUnits('10000000', 18)],
      }),
    );
    for (const token of [usdt, need(map, 'open')]) {
      const args = [need(map, 'swapDesk'), maxUint256] as const;
      const call = { address: token, abi: erc20Abi, functionName: 'approve', args } as const;
      await settle(await wallet().writeContract(call));
    }
  });
  after(async () => {
    await anvil.stop();
  });
  const reader = () => createPublicClient({ chain: foundry, transport: http(anvil.rpcUrl), cacheTime: 0 });
  const wallet = () =>
    createWalletClient({ account: trader, chain: foundry, transport: http(anvil.rpcUrl), cacheTime: 0 });
  const settle = async (hash: Hex) => {
    const receipt = await waitForReceipt(reader(), hash);
    assert.equal(receipt.status, 'success', hash);
    return receipt;
  };
  const desk = () => ({ address: need(map, 'swapDesk'), abi: swapDeskAbi }) as const;
  const held = (token: Address) =>
    reader().readContract({
      address: token,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [trader.address],
    });

  /** The pool as members see it: everything read, nothing assumed. */
  async function readPool(): Promise<PoolState> {
    const client = reader();
    const pair = { address: need(map, 'pair'), abi: uniswapV2PairAbi } as const;
    const [reserve0, reserve1] = await client.readContract({ ...pair, functionName: 'getReserves' });
    const openIsFirst = (await client.readContract({ ...pair, functionName: 'token0' })) === map.open;
    return {
      reserveOpen: openIsFirst ? reserve0 : reserve1,
      reserveUsdt: openIsFirst ? reserve1 : reserve0,
      poolBps: Number(await client.readContract({ ...desk(), functionName: 'poolFeeBps' })),
      communityBps: Number(await client.readContract({ ...desk(), functionName: 'communityFeeBps' })),
      burnBps: Number(await client.readContract({ ...desk(), functionName: 'burnBps' })),
    };
  }

  async function trade(buys: boolean, amount: bigint, pool: PoolState) {
    const client = reader();
    const [usdt, open] = [need(map, 'usdt'), need(map, 'open')];
    const [hadUsdt, hadOpen] = [await held(usdt), await held(open)];
    const computed = buys ? quoteBuy(amount, pool) : quoteSell(amount, pool);
    const quoted = await client.readContract({
      ...desk(),
      functionName: buys ? 'quoteBuy' : 'quoteSell',
      args: [amount],
    });
    const [received, fee, burned = 0n] = quoted;
    assert.deepEqual([received, fee, burned], [computed.received, computed.fee, computed.burned]);
    const hash = await wallet().writeContract({
      ...desk(),
      functionName: buys ? 'buy' : 'sell',
      // One unit more would be refused: what core promises as received is the minimum here.
      args: [amount, computed.received, maxUint256],
      gas: 600_000n,
    });
    const receipt = await settle(hash);
    const [traded] = parseEventLogs({ abi: swapDeskAbi, eventName: 'Traded', logs: receipt.logs });
    assert.deepEqual(traded?.args, {
      member: trader.address,
      bought: buys,
      usdtAmount: buys ? amount : computed.received,
      openAmount: buys ? computed.received : amount,
      fee: computed.fee,
      burned: computed.burned,
    });
    assert.equal(await held(usdt), hadUsdt + (buys ? -amount : computed.received));
    assert.equal(await held(open), hadOpen + (buys ? computed.received : -amount));
  }

  it(`property: ${trades} trades give what core computed, to the unit`, async () => {
    const chance = createChance(7);
    for (let count = 0; count < trades; count++) {
      // From dust to most of the pool, each order of magnitude as likely as the next.
      await trade(chance.pick(2) === 0, chance.sized(4, 23), await readPool());
    }
  });
});
