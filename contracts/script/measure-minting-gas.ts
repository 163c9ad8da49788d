import { backedDollarAbi } from '@openmere/core/chain/abi/backed-dollar.ts';
import { hashPowerMintAbi } from '@openmere/core/chain/abi/hash-power-mint.ts';
import { medalAbi } from '@openmere/core/chain/abi/medal.ts';
import { usdoMintAbi } from '@openmere/core/chain/abi/usdo-mint.ts';
import { medalDomain, medalPermitTypes } from '@openmere/core/chain/medal-permit.ts';
/** Gas of what mints hash power, USDO and medals, on the pool of the market's figures. */
import { erc20Abi, keccak256, maxUint256, parseUnits, toHex } from 'viem';
import type { Address } from 'viem';
import { getArtifact } from './compile.ts';
import type { Bench } from './gas-bench.ts';

type Ground = Record<
  'usdt' | 'open' | 'usdo' | 'membership' | 'treasury' | 'pair' | 'oracle' | 'swapDesk',
  Address
>;

const units = (whole: string) => parseUnits(whole, 18);
/** Preparation only: what it costs is measured already. */
const preparation = ['approve a mint', 'let USDO be minted', 'give USDT', 'deploy the inverse oracle'];
const YEAR = 365n * 86_400n;

async function deployMinting(bench: Bench, ground: Ground) {
  const { client, me, deploy, send } = bench;
  const { usdt, open, usdo, membership, treasury, pair, oracle, swapDesk } = ground;
  const inverse = await deploy('the inverse oracle', 'TwapOracle', [pair, usdt]);
  const powerArgs = [usdt, open, membership, oracle, inverse, treasury, me, me];
  const hashPowerMint = await deploy('HashPowerMint', 'HashPowerMint', powerArgs);
  const usdoMint = await deploy('UsdoMint', 'UsdoMint', [usdo, swapDesk, me, me]);
  const { timestamp } = await client.getBlock();
  const medalArgs = [usdt, membership, treasury, me, me, me, timestamp, timestamp + YEAR];
  const medal = await deploy('Medal', 'Medal', medalArgs);
  const minter = keccak256(toHex('MINTER_ROLE'));
  await send('let USDO be minted', usdo, backedDollarAbi, 'grantRole', [minter, usdoMint]);
  for (const token of [usdt, open])
    for (const spender of [hashPowerMint, usdoMint, medal])
      await send('approve a mint', token, erc20Abi, 'approve', [spender, maxUint256]);
  return { hashPowerMint, usdoMint, medal };
}

/** Each minting; that of power as it depends on who looked at the price, and when. */
export async function measureMinting(bench: Bench, ground: Ground): Promise<void> {
  const { client, me, wallet, other, gas, send, pass } = bench;
  const { hashPowerMint, usdoMint, medal } = await deployMinting(bench, ground);
  await pass(35 * 60);
  const power = (label: string) =>
    send(label, hashPowerMint, hashPowerMintAbi, 'mint', [units('1001'), 0n, maxUint256]);
  await power('HashPowerMint.mint after half an hour of calm');
  await power('HashPowerMint.mint');
  await pass(6 * 60);
  await power('HashPowerMint.mint with both observations');
  await pass(6 * 60);
  await send('HashPowerMint.update', hashPowerMint, hashPowerMintAbi, 'update', []);
  await send('UsdoMint.mintFromUsdt', usdoMint, usdoMintAbi, 'mintFromUsdt', [units('101')]);
  await send('UsdoMint.mintFromOpen', usdoMint, usdoMintAbi, 'mintFromOpen', [units('1001'), 0n, maxUint256]);
  await send('Medal.mint', medal, medalAbi, 'mint', [1, me]);

  const buyer = other.account.address;
  const mintAbi = (await getArtifact('DevUsdt')).abi;
  await send('give USDT', ground.usdt, mintAbi, 'mint', [buyer, units('2001')]);
  await send('approve a mint', ground.usdt, erc20Abi, 'approve', [medal, maxUint256], other);
  const deadline = (await client.getBlock()).timestamp + YEAR;
  const signature = await wallet.signTypedData({
    domain: medalDomain(await client.getChainId(), medal),
    types: medalPermitTypes,
    primaryType: 'Permit',
    message: { tokenType: 2, buyer, deadline },
  });
  const gold = [2, buyer, deadline, signature];
  await send('Medal.mintWithPermit', medal, medalAbi, 'mintWithPermit', gold, other);
  await send('Medal.transferFrom', medal, medalAbi, 'transferFrom', [me, ground.pair, 1n]);
  for (const label of preparation) delete gas[label];
}
