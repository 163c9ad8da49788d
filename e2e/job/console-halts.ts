import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { asSuperuser } from '../../tools/fault/superuser.ts';
import type { ConsoleApp } from '../page/console-app.ts';
import { callAt, Refused, sealedPayPassword, until } from '../stack/member-api.ts';
import type { Person } from '../stack/member-api.ts';
import type { Stack } from '../stack/stack.ts';

/** Why payouts stand still, or null. */
export const haltOf = async ({ facts }: Stack): Promise<string | null> => {
  const { payouthalt } = await callAt(facts.url, 'index', {});
  return payouthalt === null ? null : JSON.stringify(payouthalt);
};

/** Rows of the table, whatever list it is. */
export const rowsOf = (page: Page) => page.locator('tr[data-row-key]');

/** Changes a row of the journal behind its triggers. @returns what puts it back. */
export async function changeJournal(stack: Stack): Promise<() => Promise<unknown>> {
  const [row] = await asSuperuser(stack.data, [
    `select id, reference from ledger.journal where line = 0 order by id limit 1`,
  ]);
  const write = (reference: unknown) =>
    asSuperuser(stack.data, [
      'alter table ledger.journal disable trigger immutable',
      `update ledger.journal set reference = '${String(reference)}' where id = ${String(row?.['id'])}`,
      'alter table ledger.journal enable always trigger immutable',
    ]);
  await write('somebody else');
  return () => write(row?.['reference']);
}

/** Nobody waits three minutes here: the last comparisons are made so much older. */
export async function ageComparisons(stack: Stack): Promise<void> {
  await asSuperuser(stack.data, [
    `update reserve_check set checked_at = least(checked_at, now() - interval '4 minutes')`,
  ]);
}

/** Asked for and approved while payouts stand still: it waits, and goes out when they go on. @returns its id. */
export async function askMeanwhile(stack: Stack, person: Person, operator: string): Promise<string> {
  const { id } = await person.call('Wallet/Withdraw', {
    requestId: randomUUID(),
    coinid: 'USDT',
    amount: '20',
    paypassword: await sealedPayPassword(stack, 'Wallet/Withdraw'),
  });
  const { consoleUrl } = stack.facts;
  const statusOf = async () =>
    (await person.call('Wallet/Withdrawals', {})).list.find((row) => row.id === id)?.status;
  await until('it to be approved', async () => {
    if ((await statusOf()) === 'approved') return true;
    // The rules may let it pass at the same moment.
    await callAt(
      consoleUrl,
      'Admin/WithdrawalDecide',
      { id, decision: 'approve', reason: 'known to us' },
      operator,
    ).catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error;
    });
    return false;
  });
  return id;
}

export async function isPaid(person: Person, id: string): Promise<void> {
  const read = async () => (await person.call('Wallet/Withdrawals', {})).list.find((row) => row.id === id);
  await until(
    'the payout that waited to be confirmed',
    async () => (await read())?.status === 'confirmed',
    60_000,
  );
}

/** The open halt of this heading says what happened, what to check and how it ends. */
export async function readHalt({ page }: ConsoleApp, heading: string) {
  const halt = page.getByRole('article').filter({ has: page.getByRole('heading', { name: heading }) });
  await expect(halt).toBeVisible();
  for (const part of ['What happened', 'What to check', 'Resolve'])
    await expect(halt.getByText(part, { exact: true })).toBeVisible();
  return halt;
}

/** What a halt may bring with it while its reason lasts. */
const companions = ['Reserves differ', 'Reserves not compared'];

/** Two operators end a halt once its reason is seen to be gone, and what it brought with it. */
export async function endHalt(
  maker: ConsoleApp,
  checker: ConsoleApp,
  heading: string,
  why: string,
): Promise<void> {
  await endOne(maker, checker, heading, why);
  for (const other of companions) {
    if (await checker.page.getByRole('heading', { name: other }).isVisible())
      await endOne(maker, checker, other, why);
  }
  await expect(checker.page.getByText('Payouts are open')).toBeVisible();
}

async function endOne(maker: ConsoleApp, checker: ConsoleApp, heading: string, why: string): Promise<void> {
  await maker.open('/halts', 'Payout halts');
  const halt = await readHalt(maker, heading);
  const end = halt.getByRole('button', { name: 'End it: see what it does' });
  await expect(end).toBeEnabled({ timeout: 90_000 });
  await end.click();
  await expect(halt.getByText('Journal entries that it posts')).toBeVisible();
  await halt.getByRole('textbox', { name: 'Reason' }).fill(why);
  await halt.getByRole('button', { name: 'Propose', exact: true }).click();
  await expect(halt.getByText('You proposed this. Another operator must confirm it.')).toBeVisible();
  await checker.open('/halts', 'Payout halts');
  const same = await readHalt(checker, heading);
  await same.getByRole('button', { name: 'Confirm: do exactly this' }).click();
  await expect(same).toBeHidden();
}
