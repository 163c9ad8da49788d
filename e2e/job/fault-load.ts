import { randomUUID } from 'node:crypto';
import { parseEther } from 'viem';
import type { Hex } from 'viem';
import { fund, mineBlock, sendUsdt } from '../stack/chain.ts';
import { callAt, registerByWallet, Refused, sealedPayPassword, setPayPassword } from '../stack/member-api.ts';
import type { Person } from '../stack/member-api.ts';
import type { Stack } from '../stack/stack.ts';

/** What one member puts in and asks for, each time. */
export const depositUsdt = '30';
export const withdrawUsdt = '20';
/** In their wallets at the start, and put in before the first fault, so that there is something to ask for. */
const startUsdt = 100_000n;

export type LoadMember = { person: Person; address: Hex; deposits: number; withdrawals: number };

/** Members with a wallet, a payment password, a deposit address and money. */
export async function makeMembers(stack: Stack, count: number, firstUsdt: string): Promise<LoadMember[]> {
  const members: LoadMember[] = [];
  for (let index = 0; index < count; index += 1) {
    const person = await registerByWallet(stack, stack.facts.rootInvitationCode);
    await setPayPassword(stack, person);
    await fund(stack.facts, person.address, String(startUsdt));
    const { address } = await person.call('Wallet/DepositAddress', { coinid: 'USDT' });
    await sendUsdt(stack.facts, person.key, address as Hex, firstUsdt);
    members.push({ person, address: address as Hex, deposits: 1, withdrawals: 0 });
  }
  return members;
}

/** Repeats what the house cannot answer at this moment; a refusal by its rules is a failure of the journey. */
async function insist<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const isForNow = error instanceof Refused ? ['ratelimited', 'unavailable'].includes(error.code) : true;
      if (!isForNow || signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

/** Money in by the chain, and a request for money out, as members do them: again and again until they are taken. */
export async function putIn(stack: Stack, member: LoadMember, signal: AbortSignal): Promise<void> {
  await insist(() => sendUsdt(stack.facts, member.person.key, member.address, depositUsdt), signal);
  member.deposits += 1;
}

export async function askOut(stack: Stack, member: LoadMember, signal: AbortSignal): Promise<void> {
  const requestId = randomUUID();
  await insist(async () => {
    const paypassword = await sealedPayPassword(stack, 'Wallet/Withdraw');
    await member.person.call('Wallet/Withdraw', {
      requestId,
      coinid: 'USDT',
      amount: withdrawUsdt,
      paypassword,
    });
  }, signal);
  member.withdrawals += 1;
}

/** An operator who approves whatever waits for review, until the signal. */
export async function approveAll(stack: Stack, operator: string, signal: AbortSignal): Promise<void> {
  const { consoleUrl } = stack.facts;
  while (!signal.aborted) {
    const { list } = await callAt(consoleUrl, 'Admin/Withdrawals', { status: 'reviewing' }, operator);
    for (const { id } of list) {
      await callAt(
        consoleUrl,
        'Admin/WithdrawalDecide',
        { id, decision: 'approve', reason: 'checked' },
        operator,
      ).catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error;
      });
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

let atWork: Promise<unknown> = Promise.resolve();

/** One after the other: a node that mines and reorganises at once loses a block. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = atWork.then(work);
  atWork = turn.catch(() => undefined);
  return turn;
}

/** A chain on which time goes on: a block every half a second, whether or not somebody sends something. */
export async function keepMining(stack: Stack, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await inTurn(() => mineBlock(stack.facts));
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

export const unitsOf = (usdt: string): bigint => parseEther(usdt);
