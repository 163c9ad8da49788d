import { backedDollarAbi } from '@openmere/core/chain/abi/backed-dollar.ts';
import { hashPowerMintAbi } from '@openmere/core/chain/abi/hash-power-mint.ts';
import { usdoMintAbi } from '@openmere/core/chain/abi/usdo-mint.ts';
import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import type { ChainLog, Hex } from '../platform/chain/log.ts';
import { eventReader } from '../platform/chain/read-event.ts';
import type { MintingRecord } from './tables.ts';

const readPowerMinted = eventReader(hashPowerMintAbi, 'PowerMinted');
const readUsdoMinted = eventReader(usdoMintAbi, 'UsdoMinted');
const readRedeemed = eventReader(backedDollarAbi, 'Redeemed');

/** What a record keeps of a log, before it is somebody's. */
export type MintingEntry = Omit<MintingRecord, 'status' | 'member_id'>;

/** Id of a record by its place: the same after a replay, so links and idempotency keys hold. */
function recordIdOf({ txHash, logIndex }: Pick<ChainLog, 'txHash' | 'logIndex'>): string {
  return `mnt_${txHash.slice(2, 42)}-${logIndex}`;
}

type Figures = Pick<
  MintingEntry,
  'address' | 'type' | 'consumed' | 'obtained' | 'price_e18' | 'value_usdt' | 'fee' | 'burned' | 'to_market'
>;

const none = { value_usdt: 0n, fee: 0n, burned: 0n, to_market: 0n };

function powerOf(log: ChainLog): Figures | undefined {
  const said = readPowerMinted(log);
  if (!said || said.openIn === 0n) return undefined;
  const { member: address, openIn: consumed, power: obtained, valueUsdt, burned, toMarket } = said;
  const price_e18 = (valueUsdt * oneCoin) / consumed;
  return {
    ...none,
    address,
    type: 'power',
    consumed,
    obtained,
    price_e18,
    value_usdt: valueUsdt,
    burned,
    to_market: toMarket,
  };
}

function usdoOf(log: ChainLog, usdt: Hex | undefined): Figures | undefined {
  const said = readUsdoMinted(log);
  if (!said) return undefined;
  const { member: address, paidWith, consumed, obtained, priceE18: price_e18, fee, burned } = said;
  const type = paidWith === usdt ? 'usdo-usdt' : 'usdo-open';
  return { ...none, address, type, consumed, obtained, price_e18, fee, burned };
}

function redeemOf(log: ChainLog): Figures | undefined {
  const said = readRedeemed(log);
  if (!said) return undefined;
  const { holder: address, amount } = said;
  return { ...none, address, type: 'redeem', consumed: amount, obtained: amount, price_e18: oneCoin };
}

/** Each event from the contract that makes it, as it is kept; what only looks like one is left out. */
export function listEntries(logs: readonly ChainLog[], contracts: AddressMap): MintingEntry[] {
  const { hashPowerMint, usdoMint, usdo, usdt } = contracts;
  const isOf = (log: ChainLog, contract: string | undefined): boolean =>
    contract !== undefined && log.address === contract.toLowerCase();
  return logs.flatMap((log) => {
    const figures = isOf(log, hashPowerMint)
      ? powerOf(log)
      : isOf(log, usdoMint)
        ? usdoOf(log, usdt?.toLowerCase() as Hex | undefined)
        : isOf(log, usdo)
          ? redeemOf(log)
          : undefined;
    return figures ? [{ ...figures, ...logPositionOf(log) }] : [];
  });
}

function logPositionOf(log: ChainLog) {
  return {
    id: recordIdOf(log),
    chain_id: log.chainId,
    tx_hash: log.txHash,
    log_index: log.logIndex,
    block_number: log.blockNumber,
    block_hash: log.blockHash,
    block_time: log.blockTime,
  };
}
