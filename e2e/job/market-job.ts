import type { OutputOf } from '@openmere/core/calls.ts';
import { liquidityDeskAbi } from '@openmere/core/chain/abi/liquidity-desk.ts';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { formatEther, parseEther, parseEventLogs } from 'viem';
import type { Hex } from 'viem';
import { amountText, figureText, figureTextUp } from '../page/figures.ts';
import { MemberApp } from '../page/member-app.ts';
import type { Signing } from '../page/signing.ts';
import type { Side } from '../page/trade-page.ts';
import { readChain } from '../stack/chain.ts';
import { deskQuote, holdingsOf } from '../stack/market.ts';
import type { Holdings } from '../stack/market.ts';
import { availableOf, until } from '../stack/member-api.ts';
import type { Person } from '../stack/member-api.ts';
import type { Stack } from '../stack/stack.ts';

type TradeRow = OutputOf<'trade/Trades'>;
type LiquidityRecord = OutputOf<'trade/LiquidityRecords'>;

/** One member in the market, by one wallet; `watcher` is another page that is never reloaded. */
export type MarketJob = {
  stack: Stack;
  app: MemberApp;
  person: Person;
  signing: Signing;
  watcher?: Page;
};

const dayMs = 86_400_000;
const unit = parseEther('1');

async function tradeAfter(person: Person, known: string | undefined): Promise<TradeRow> {
  let row: TradeRow | undefined;
  await until('the trade to be final', async () => {
    row = (await person.call('trade/Trades', { scope: 'mine' })).list[0];
    return row !== undefined && row.id !== known && row.status === 'final';
  });
  if (!row) throw new Error('no trade');
  return row;
}

async function recordAfter(person: Person, known: string | undefined): Promise<LiquidityRecord> {
  let row: LiquidityRecord | undefined;
  await until('the record to be final', async () => {
    row = (await person.call('trade/LiquidityRecords', {})).list[0];
    return row !== undefined && row.id !== known && row.status === 'final';
  });
  if (!row) throw new Error('no record');
  return row;
}

const newestTrade = async (person: Person) =>
  (await person.call('trade/Trades', { scope: 'mine' })).list[0]?.id;
const newestRecord = async (person: Person) => (await person.call('trade/LiquidityRecords', {})).list[0]?.id;

/** Runs an action and answers what the wallet had before and after it, to the unit. */
async function compare(job: MarketJob, action: () => Promise<void>): Promise<[Holdings, Holdings]> {
  const { facts } = job.stack;
  const before = await holdingsOf(facts, job.person.address);
  await action();
  return [before, await holdingsOf(facts, job.person.address)];
}

/** The watcher sees the trade and the new price without being loaded again. */
async function isSeenLive({ watcher, stack, person }: MarketJob, trade: TradeRow): Promise<void> {
  if (!watcher) return;
  const { market } = new MemberApp(watcher, stack.facts.url);
  const first = market.latest.getByRole('listitem').first();
  await expect(first).toContainText(`${amountText(parseEther(trade.quantity), 2)} OPEN`);
  // The page may be a moment ahead of the answer, which is asked for again.
  const main = watcher.getByRole('main');
  await until('price and chart of the other page to follow', async () => {
    const { price } = await person.call('trade/Pool', {});
    // The legend of the chart reads the candle that is still growing: an hour, unless another one is chosen.
    const { list } = await person.call('trade/Kline', { interval: '1h', limit: '1' });
    const text = await main.innerText();
    const close = list[0]?.close.slice(0, 7) ?? 'no candle';
    return text.includes(price.slice(0, 7)) && new RegExp(`C\\s*${close}`).test(text);
  });
}

/** Buys or sells; screen, chain and API tell the same figures. */
async function trade(job: MarketJob, side: Side, amount: string): Promise<void> {
  const { stack, app, person, signing } = job;
  const paid = parseEther(amount);
  const known = await newestTrade(person);
  const quoted = await deskQuote(stack.facts, side, paid);
  const [payCoin, getCoin] = side === 'buy' ? ['USDT', 'OPEN'] : ['OPEN', 'USDT'];
  const [before, after] = await compare(job, async () => {
    await app.trade.open(side);
    await app.trade.pay.fill(amount);
    const sheet = await app.trade.review(side);
    await expect(sheet).toContainText(`${figureTextUp(paid)} ${payCoin}`);
    await expect(sheet).toContainText(`about ${figureText(quoted)} ${getCoin}`);
    await app.trade.sign(side, signing, sheet);
    await app.trade.steps.areConfirmed();
  });
  const [usdtMoved, openMoved] = side === 'buy' ? [-paid, quoted] : [quoted, -paid];
  expect(after.usdt - before.usdt).toBe(usdtMoved);
  expect(after.open - before.open).toBe(openMoved);

  const row = await tradeAfter(person, known);
  expect(row).toMatchObject({ type: side, mine: true, address: person.address.toLowerCase() });
  const [usdt, open] = side === 'buy' ? [paid, quoted] : [quoted, paid];
  expect([row.amount, row.quantity]).toEqual([formatEther(usdt), formatEther(open)]);
  expect(row.price).toBe(formatEther((usdt * unit) / open));
  // 0.5 % of what was paid, rounded up, and 1 % of what was sold.
  if (side === 'buy') expect(row.fee).toBe(formatEther((paid * 50n + 9_999n) / 10_000n));
  expect(row.burned).toBe(side === 'buy' ? '0' : formatEther((paid * 100n + 9_999n) / 10_000n));
  await expect(app.page.locator('[data-result="done"]').first()).toContainText(figureText(quoted));
  await isSeenLive(job, row);

  await app.trade.openRecord(`${figureText(open)} OPEN`);
  const slip = app.page.getByRole('article');
  await expect(slip).toContainText('Final');
  await expect(slip).toContainText(`${amountText(usdt)} USDT`);
  await expect(slip).toContainText(`${amountText(parseEther(row.fee))} USDT`);
  await expect(slip).toContainText(row.hash);
}

/** The average that the desk valued an adding at, from its own log. */
async function valuedAt(job: MarketJob, hash: string): Promise<bigint> {
  const receipt = await readChain(job.stack.facts).getTransactionReceipt({ hash: hash as Hex });
  const logs = parseEventLogs({ abi: liquidityDeskAbi, logs: receipt.logs, eventName: ['Added', 'Readded'] });
  const price = logs[0]?.args.priceE18;
  if (price === undefined) throw new Error(`${hash} added nothing`);
  return price;
}

/** What the page of one's liquidity and the API say is what the desk has. */
async function checkPosition(job: MarketJob, now: Holdings): Promise<void> {
  const { app, person } = job;
  await until('the position to be known', async () => {
    const { lp, heldtotal } = await person.call('trade/Liquidity', {});
    return lp === formatEther(now.lp) && heldtotal === formatEther(now.held);
  });
  await app.liquidity.open();
  await expect(app.fact('LP balance').first()).toContainText(`${figureText(now.lp)} LP`);
  const { equity } = await person.call('trade/Liquidity', {});
  expect(await availableOf(person, 'EQUITY')).toBe(equity.balance);
  expect(equity.balance).toBe(formatEther(parseEther(equity.earned) - parseEther(equity.spent)));
}

async function addLiquidity(job: MarketJob): Promise<void> {
  const { app, person, signing } = job;
  const known = await newestRecord(person);
  const [before, after] = await compare(job, () => app.liquidity.add('100', signing));
  const [usdt, open, lp] = [before.usdt - after.usdt, before.open - after.open, after.lp - before.lp];
  expect(usdt).toBeGreaterThan(parseEther('99.99'));
  expect(usdt).toBeLessThanOrEqual(parseEther('100'));
  const row = await recordAfter(person, known);
  const value = usdt + (open * (await valuedAt(job, row.hash))) / unit;
  expect(row).toMatchObject({
    type: 'add',
    usdt: formatEther(usdt),
    open: formatEther(open),
    lp: formatEther(lp),
    amount: formatEther(value),
    // EQUITY comes at the settlement of the day, for money that stayed (rulebook §8).
    equity: '0',
    counts: formatEther(value),
  });
  await checkPosition(job, after);
  const { equity } = await person.call('trade/Liquidity', {});
  expect([equity.counted, equity.balance]).toEqual([formatEther(value), '0']);
  await expect(app.liquidity.record('Added').first()).toBeVisible();
}

/** Takes out half of it. The word, then what comes back: OPEN, 80 % in OUSD, 20 % held for 30 days. */
async function removeLiquidity(job: MarketJob): Promise<void> {
  const { app, person, signing } = job;
  const known = await newestRecord(person);
  const [before, after] = await compare(job, async () => {
    await app.liquidity.openRemove();
    await app.liquidity.choosePart('50%');
    const sheet = await app.liquidity.reviewRemoval();
    await expect(sheet.getByRole('button', { name: /Remove .+ LP$/ })).toHaveCount(0);
    await app.liquidity.remove(sheet, signing);
  });
  const taken = before.lp - after.lp;
  // The chip fills in what can be read: six decimals.
  expect(taken).toBeLessThanOrEqual(before.lp / 2n);
  expect(taken).toBeGreaterThan(before.lp / 2n - parseEther('0.00001'));
  const [paid, held] = [after.ousd - before.ousd, after.held - before.held];
  expect(held).toBe(((paid + held) * 20n) / 100n);
  const row = await recordAfter(person, known);
  expect(row).toMatchObject({
    type: 'remove',
    lp: formatEther(taken),
    open: formatEther(after.open - before.open),
    ousd: formatEther(paid),
    ousdheld: formatEther(held),
  });
  expect(Date.parse(row.releaseat ?? '') - Date.parse(row.time)).toBe(30 * dayMs);
  await checkPosition(job, after);
  await expect(app.page.getByRole('heading', { name: `${figureText(after.held)} OUSD held` })).toBeVisible();
}

async function readdHeld(job: MarketJob): Promise<void> {
  const { app, person, signing } = job;
  const known = await newestRecord(person);
  const [before, after] = await compare(job, () => app.liquidity.readdHeld(signing));
  const used = before.held - after.held;
  expect(used).toBeGreaterThan((before.held * 999n) / 1000n);
  expect(after.lp).toBeGreaterThan(before.lp);
  expect([after.usdt, after.ousd]).toEqual([before.usdt, before.ousd]);
  const row = await recordAfter(person, known);
  const open = before.open - after.open;
  const value = used + (open * (await valuedAt(job, row.hash))) / unit;
  expect(row).toMatchObject({
    type: 'readd',
    usdt: formatEther(used),
    open: formatEther(open),
    lp: formatEther(after.lp - before.lp),
    ousdheld: formatEther(used),
    amount: formatEther(value),
    equity: '0',
  });
  await checkPosition(job, after);
}

async function redeem(job: MarketJob): Promise<void> {
  const { app, person, signing } = job;
  const known = await newestRecord(person);
  const [before, after] = await compare(job, () => app.liquidity.redeemAll(signing));
  expect(after.ousd).toBe(0n);
  expect(after.usdt - before.usdt).toBe(before.ousd);
  const row = await recordAfter(person, known);
  expect(row).toMatchObject({ type: 'redeem', amount: formatEther(before.ousd) });
  await expect(app.liquidity.record('Redeemed').first()).toBeVisible();
}

/** Everything that a member does in the market (issue 3), each step with the figures of screen, chain and API. */
export const marketSteps: readonly { name: string; run: (job: MarketJob) => Promise<void> }[] = [
  { name: 'buys for 500 USDT', run: (job) => trade(job, 'buy', '500') },
  { name: 'sells 1000 OPEN', run: (job) => trade(job, 'sell', '1000') },
  { name: 'adds 100 USDT and what belongs to it', run: addLiquidity },
  { name: 'removes half', run: removeLiquidity },
  { name: 're-adds what was held', run: readdHeld },
  { name: 'redeems OUSD', run: redeem },
];
