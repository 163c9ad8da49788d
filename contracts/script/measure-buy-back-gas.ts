import { buyBackAbi } from '@openmere/core/chain/abi/buy-back.ts';
import { treasuryAbi } from '@openmere/core/chain/abi/treasury.ts';
import { buyBackDomain, buyBackOrderTypes } from '@openmere/core/chain/buy-back-order.ts';
/** Gas of buying back, on the pool and with the treasury of the figures before. */
import { keccak256, maxUint256, parseUnits, toHex } from 'viem';
import type { Address, Hex } from 'viem';
import { getArtifact } from './compile.ts';
import type { Bench } from './gas-bench.ts';

const units = (whole: string) => parseUnits(whole, 18);
const preparation = ['fill the treasury', 'let it be paid', 'let it pay'];

/** A purchase as it depends on who looked at the price, and when. Who calls is nobody in particular; the payer signs. */
export async function measureBuyBack(
  bench: Bench,
  { usdt, treasury, swapDesk }: Record<'usdt' | 'treasury' | 'swapDesk', Address>,
): Promise<void> {
  const { client, me, wallet, other, gas, deploy, send, pass } = bench;
  const buyBack = await deploy('BuyBack', 'BuyBack', [treasury, swapDesk, me, me]);
  await send('fill the treasury', usdt, (await getArtifact('DevUsdt')).abi, 'mint', [
    treasury,
    units('1001'),
  ]);
  await send('let it be paid', treasury, treasuryAbi, 'setDailyLimit', [usdt, units('1001')]);
  await send('let it be paid', treasury, treasuryAbi, 'setPaymentLimit', [usdt, units('101')]);
  await send('let it pay', treasury, treasuryAbi, 'grantRole', [keccak256(toHex('PAYER_ROLE')), buyBack]);
  const buy = async (label: string, id: Hex) => {
    const order = { id, usdtIn: units('51'), minOpenOut: 1n, deadline: maxUint256 };
    const signature = await wallet.signTypedData({
      domain: buyBackDomain(await client.getChainId(), buyBack),
      types: buyBackOrderTypes,
      primaryType: 'Order',
      message: order,
    });
    const args = [order.id, order.usdtIn, order.minOpenOut, order.deadline, signature];
    await send(label, buyBack, buyBackAbi, 'buy', args, other);
  };
  await pass(35 * 60);
  await buy('BuyBack.buy after half an hour of calm', `0x${'b1'.repeat(32)}`);
  await buy('BuyBack.buy', `0x${'b2'.repeat(32)}`);
  await pass(6 * 60);
  await buy('BuyBack.buy with an observation', `0x${'b3'.repeat(32)}`);
  await send('BuyBack.pause', buyBack, buyBackAbi, 'pause', []);
  await send('BuyBack.unpause', buyBack, buyBackAbi, 'unpause', []);
  for (const label of preparation) delete gas[label];
}
