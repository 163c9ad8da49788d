import assert from 'node:assert/strict';
import { hashPowerMintAbi } from '@openmere/core/chain/abi/hash-power-mint.ts';
import { swapDeskAbi } from '@openmere/core/chain/abi/swap-desk.ts';
import { uniswapV2PairAbi } from '@openmere/core/chain/abi/uniswap-v2-pair.ts';
import { usdoMintAbi } from '@openmere/core/chain/abi/usdo-mint.ts';
import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import { openInFor, quotePower } from '@openmere/core/minting/quote.ts';
import { quoteSell } from '@openmere/core/swap/quote.ts';
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
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { foundry } from 'viem/chains';
import { deployAll } from '../../script/deploy.ts';
import { waitForReceipt } from '../../script/receipt.ts';
import { startAnvil } from '../kit/anvil.ts';
import type { Anvil } from '../kit/anvil.ts';
import { after, before, describe, it } from '../kit/cases.ts';
import { makeOptions, need, richKey } from '../kit/deployment.ts';
import { createChance } from '../parity/random.ts';

const minter = privateKeyToAccount(richKey);
const mintings = 30;

describe('core computes what the minting contracts give', () => {
  let anvil: Anvil;
  let map: AddressMap;
  before(async () => {
    anvil = await startAnvil();
    // The deployer mints: it is a member, holds the rest of OPEN, and may mint the development chain's dollars.
    map = await deployAll(makeOptions(anvil.rpcUrl, { root: minter.address }).options);
    const usdt = need(map, 'usdt');
    const mint = parseAbi(['function mint(address to, uint256 amount)']);
    const args = [minter.address, parseUnits('10000000', 18)] as const;
    await settle(await wallet().writeContract({ address: usdt, abi: mint, functionName: 'mint', args }));
    for (const token of [usdt, need(map, 'open')]) {
      for (const key of ['hashPowerMint', 'usdoMint', 'swapDesk'] as const) {
        const allowed = [need(map, key), maxUint256] as const;
        await settle(
          await wallet().writeContract({
            address: token,
            abi: erc20Abi,
            functionName: 'approve',
            args: allowed,
          }),
        );
      }
    }
    // Six means of five minutes: from then on there is an average.
    const pass = async (method: string, params: unknown[]) =>
      reader().request({ method: method as 'eth_chainId', params: params as never });
    for (let mean = 0; mean < 7; mean += 1) {
      await pass('evm_increaseTime', [301]);
      await pass('evm_mine', []);
      await settle(await wallet().writeContract({ ...power(), functionName: 'update' }));
    }
  });
  after(async () => {
    await anvil.stop();
  });
  const reader = () => createPublicClient({ chain: foundry, transport: http(anvil.rpcUrl), cacheTime: 0 });
  const wallet = () =>
    createWalletClient({ account: minter, chain: foundry, transport: http(anvil.rpcUrl), cacheTime: 0 });
  const settle = async (hash: Hex) => {
    const receipt = await waitForReceipt(reader(), hash);
    assert.equal(receipt.status, 'success', hash);
    return receipt;
  };
  const power = () => ({ address: need(map, 'hashPowerMint'), abi: hashPowerMintAbi }) as const;
  const usdo = () => ({ address: need(map, 'usdoMint'), abi: usdoMintAbi }) as const;
  const read = async () => {
    const [priceE18, perUsdt, minimum] = await Promise.all([
      reader().readContract({ ...power(), functionName: 'priceE18' }),
      reader().readContract({ ...power(), functionName: 'POWER_PER_USDT' }),
      reader().readContract({ ...power(), functionName: 'minimumValue' }),
    ]);
    return { priceE18, perUsdt, minimum };
  };

  async function readPool() {
    const client = reader();
    const pair = { address: need(map, 'pair'), abi: uniswapV2PairAbi } as const;
    const desk = { address: need(map, 'swapDesk'), abi: swapDeskAbi } as const;
    const [reserve0, reserve1] = await client.readContract({ ...pair, functionName: 'getReserves' });
    const openIsFirst = (await client.readContract({ ...pair, functionName: 'token0' })) === map.open;
    return {
      reserveOpen: openIsFirst ? reserve0 : reserve1,
      reserveUsdt: openIsFirst ? reserve1 : reserve0,
      poolBps: Number(await client.readContract({ ...desk, functionName: 'poolFeeBps' })),
      communityBps: Number(await client.readContract({ ...desk, functionName: 'communityFeeBps' })),
      burnBps: Number(await client.readContract({ ...desk, functionName: 'burnBps' })),
    };
  }

  it('refuses: one base unit less than the least OPEN that core names', async () => {
    const { priceE18, minimum } = await read();
    const least = openInFor(minimum, priceE18) ?? 0n;
    const mint = (openIn: bigint) =>
      reader().simulateContract({
        ...power(),
        functionName: 'mint',
        args: [openIn, 0n, maxUint256],
        account: minter,
      });
    await assert.rejects(mint(least - 1n), /ValueBelowMinimum/);
    assert.equal((await mint(least)).result >= 2n * minimum, true);
  });

  it(`property: ${mintings} mintings of hash power give what core computed, to the unit`, async () => {
    const chance = createChance(20_261_122);
    for (let count = 0; count < mintings; count += 1) {
      const { priceE18, perUsdt, minimum } = await read();
      const least = openInFor(minimum, priceE18) ?? 0n;
      const openIn = least + chance.sized(1, 22);
      const computed = quotePower(openIn, priceE18, perUsdt);
      // One unit more would be refused: what core promises is the minimum here.
      const args = [openIn, computed.power, maxUint256] as const;
      const receipt = await settle(
        await wallet().writeContract({ ...power(), functionName: 'mint', args, gas: 600_000n }),
      );
      const [minted] = parseEventLogs({
        abi: hashPowerMintAbi,
        eventName: 'PowerMinted',
        logs: receipt.logs,
      });
      assert.deepEqual(minted?.args, {
        member: minter.address,
        openIn,
        valueUsdt: computed.value,
        power: computed.power,
        burned: computed.burned,
        toMarket: computed.toMarket,
      });
    }
  });

  it(`property: ${mintings} sales of OPEN for USDO give what core computes for the desk, to the unit`, async () => {
    const chance = createChance(7);
    for (let count = 0; count < mintings; count += 1) {
      const openIn = chance.sized(3, 23);
      const pool = await readPool();
      const computed = quoteSell(openIn, pool);
      if (computed.received === 0n) continue;
      const args = [openIn, computed.received, maxUint256] as const;
      const receipt = await settle(
        await wallet().writeContract({ ...usdo(), functionName: 'mintFromOpen', args, gas: 900_000n }),
      );
      const [sold] = parseEventLogs({ abi: usdoMintAbi, eventName: 'UsdoMinted', logs: receipt.logs });
      const { obtained, fee, burned } = sold?.args ?? {};
      assert.deepEqual([obtained, fee, burned], [computed.received, computed.fee, computed.burned]);
    }
  });
});
