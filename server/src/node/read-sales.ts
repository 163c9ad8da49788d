import { medalAbi } from '@openmere/core/chain/abi/medal.ts';
import { nodeSales } from '@openmere/core/node/contract.ts';
import { nodeTypes, numberOfType } from '@openmere/core/node/rules.ts';
import { clientOver } from '../platform/chain/client.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/connect.ts';
import { toEveryone } from '../platform/outbox.ts';
import { listSales, saveSales } from './store.ts';
import type { NodeSale } from './tables.ts';

export type SalesDeps = { db: Db; rpc: Rpc; chainId: number; medal: Hex };

/** Bytes of call data in one question: everything below goes into one. */
const BATCH_BYTES = 32_768;

/**
 * Reads what the contract says of each kind, all in one question, and tells everybody when a node was subscribed. What is shown
 * before signing; the page asks the chain itself right before it signs.
 * @returns whether something is another than before.
 */
export async function readSales(ctx: SalesDeps): Promise<boolean> {
  const { db, rpc, chainId, medal } = ctx;
  const client = clientOver(rpc, chainId);
  const block = await client.getBlock({ blockTag: 'latest' });
  const contract = { address: medal, abi: medalAbi } as const;
  const at = { blockNumber: block.number } as const;
  const batch = { deployless: true, batchSize: BATCH_BYTES, allowFailure: false, ...at } as const;
  const [paused, genesis, gold, diamond] = await client.multicall({
    contracts: [
      { ...contract, functionName: 'paused' },
      { ...contract, functionName: 'saleOf', args: [numberOfType('genesis')] },
      { ...contract, functionName: 'saleOf', args: [numberOfType('gold')] },
      { ...contract, functionName: 'saleOf', args: [numberOfType('diamond')] },
    ],
    ...batch,
  });
  const sales = { genesis, gold, diamond };
  const rows = nodeTypes.map((type): NodeSale => {
    const [total, sold, price, opens, closes] = sales[type];
    return {
      chain_id: chainId,
      type,
      total: Number(total),
      sold: Number(sold),
      price,
      opens_at: dateOf(opens),
      closes_at: dateOf(closes),
      paused,
      block_number: block.number,
      block_time: dateOf(block.timestamp),
    };
  });
  return inTransaction(db, async (tx) => {
    const before = new Map((await listSales(tx, chainId)).map((sale) => [sale.type, sale]));
    await saveSales(tx, rows);
    const isSame = rows.every((row) => termsOf(row) === termsOf(before.get(row.type)));
    if (isSame) return false;
    const list = rows.map(({ type, sold: subscribed, total }) => ({ type, subscribed, total }));
    await toEveryone(tx, nodeSales, { list });
    return true;
  });
}

/** The largest that a date can be; a window without end reads so. */
const MS_MAX = 8_640_000_000_000n;
function dateOf(seconds: bigint): Date {
  return new Date(Number(seconds * 1000n > MS_MAX ? MS_MAX : seconds * 1000n));
}

function termsOf(sale: NodeSale | undefined): string {
  if (!sale) return '';
  return [
    sale.sold,
    sale.total,
    sale.price,
    sale.opens_at.getTime(),
    sale.closes_at.getTime(),
    sale.paused,
  ].join();
}
