import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { treasuryAbi } from '@openmere/core/chain/abi/treasury.ts';
import { expect } from '@playwright/test';
import { formatEther, parseEther } from 'viem';
import type { Hex } from 'viem';
import { readChain } from '../stack/chain.ts';
import { contractOf } from '../stack/market.ts';
import { callAt } from '../stack/member-api.ts';
import type { Stack } from '../stack/stack.ts';
import type { LoadMember } from './fault-load.ts';

type Moved = { hash: Hex; amount: bigint };

const allPages = { pageSize: 1000 };
const byHash = (a: Moved, b: Moved): number => (a.hash < b.hash ? -1 : 1);
const sumOf = (moved: readonly Moved[]): bigint => moved.reduce((sum, { amount }) => sum + amount, 0n);

/** Every payment of USDT to an address, from the chain itself. */
async function paidIn(stack: Stack, to: Hex): Promise<Moved[]> {
  const logs = await readChain(stack.facts).getContractEvents({
    address: contractOf(stack.facts, 'usdt'),
    abi: erc20Abi,
    eventName: 'Transfer',
    args: { to },
    fromBlock: 0n,
    strict: true,
  });
  return logs.map((log) => ({ hash: log.transactionHash, amount: log.args.value }));
}

/** Every `Paid` of the treasury, from the chain itself. */
async function paidOut(stack: Stack): Promise<(Moved & { id: Hex; to: Hex })[]> {
  const logs = await readChain(stack.facts).getContractEvents({
    address: contractOf(stack.facts, 'treasury'),
    abi: treasuryAbi,
    eventName: 'Paid',
    fromBlock: 0n,
    strict: true,
  });
  return logs.map((log) => ({
    hash: log.transactionHash,
    amount: log.args.amount,
    id: log.args.id,
    to: log.args.to,
  }));
}

/** What one member's records and balance say, each compared with the chain. */
async function checkMember(stack: Stack, member: LoadMember, paid: readonly Moved[]): Promise<bigint> {
  const { person, address } = member;
  const deposits = (await person.call('Wallet/Deposits', allPages)).list;
  const withdrawals = (await person.call('Wallet/Withdrawals', allPages)).list;
  expect(new Set(deposits.map((row) => row.status))).toEqual(new Set(['credited']));
  expect(new Set(withdrawals.map((row) => row.status))).toEqual(new Set(['confirmed']));
  expect(withdrawals).toHaveLength(member.withdrawals);
  const credited = deposits.map((row) => ({ hash: row.hash as Hex, amount: parseEther(row.amount) }));
  const chain = await paidIn(stack, address);
  expect(credited.toSorted(byHash)).toEqual(chain.toSorted(byHash));
  const sent = withdrawals.map((row) => ({ hash: row.hash as Hex, amount: parseEther(row.received) }));
  expect(sent.toSorted(byHash)).toEqual(paid.toSorted(byHash));
  const asked = withdrawals.reduce((sum, row) => sum + parseEther(row.amount), 0n);
  const { list } = await person.call('Users/Balance', {});
  const usdt = list.find((row) => row.coinid === 'USDT');
  expect(usdt).toMatchObject({ lockbalance: '0', available: formatEther(sumOf(credited) - asked) });
  return sumOf(credited) - asked;
}

/**
 * What these hold of USDT together, all at one block: a sweep between two reads would be in neither. That block is not the
 * newest: while the node mines the next one, it answers the newest block's number with what is after the next.
 */
async function heldBy(stack: Stack, holders: readonly Hex[]): Promise<bigint> {
  const chain = readChain(stack.facts);
  const blockNumber = (await chain.getBlockNumber()) - 2n;
  const address = contractOf(stack.facts, 'usdt');
  const balances = await Promise.all(
    holders.map((holder) =>
      chain.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [holder], blockNumber }),
    ),
  );
  return balances.reduce((sum, balance) => sum + balance, 0n);
}

/**
 * The end of it all against an independent scan of the chain: each deposit and each payout once and whole, every id paid
 * once, balances the sum of both, and as much held as the ledger says.
 */
export async function checkAgainstChain(
  stack: Stack,
  members: readonly LoadMember[],
  operator: string,
): Promise<void> {
  const paid = await paidOut(stack);
  expect(new Set(paid.map(({ id }) => id)).size).toBe(paid.length);
  let owed = 0n;
  const held = await heldBy(stack, [
    contractOf(stack.facts, 'treasury'),
    ...members.map(({ address }) => address),
  ]);
  for (const member of members) {
    const own = paid.filter(({ to }) => to.toLowerCase() === member.person.address.toLowerCase());
    const bare = own.map(({ hash, amount }) => ({ hash, amount }));
    owed += await checkMember(stack, member, bare);
  }
  const { coins, halted, halt } = await callAt(stack.facts.consoleUrl, 'Admin/Health', {}, operator);
  expect([halted, halt]).toEqual([false, null]);
  const usdt = coins.find((coin) => coin.coinid === 'USDT');
  expect(usdt).toMatchObject({ liabilities: formatEther(owed), ledgerreserve: formatEther(held) });
}
