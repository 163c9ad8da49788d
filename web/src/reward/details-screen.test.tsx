// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { testList } from '../app/test-list.tsx';
import { openScreen, Refused } from '../app/test-screen.tsx';
import { detail, filled, lost, reward, weekly } from './test-rewards.ts';
import { percentOf } from './trace.tsx';

const path = '/pages/award/details/details';

testList({ path, call: 'Users/Rewards', row: reward, shown: 'Fees of the team', empty: 'No rewards yet' });

const titles = () =>
  within(screen.getByRole('list', { name: 'How this sum came about' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

test('refuses: a reward that is not one’s own is not there', async () => {
  await openScreen(`${path}?id=rwd_9`, {
    'Users/RewardDetail': () => {
      throw new Refused('reward.notfound', 'There is no such reward of yours.');
    },
  });
  expect(await screen.findByText('There is no such reward of yours.')).toBeTruthy();
});

test('refuses: what did not qualify names what was missing and where it went, and cannot be claimed', async () => {
  const reason = 'Not qualified: 40 more personal hash power was needed.';
  await openScreen(`${path}?id=${lost.id}`, {
    'Users/RewardDetail': { ...detail, ...lost, reason, steps: detail.steps.slice(0, 4) },
  });
  expect(await screen.findByText(reason)).toBeTruthy();
  expect(screen.getByText('This part went to the market-value pool.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Claim/ })).toBeNull();
  const help = screen.getByRole('link', { name: 'Get help with this' });
  expect(help.getAttribute('href')).toContain(`about=reward:${lost.id}`);
  expect(titles().at(-1)).toContain('Would have come from: Referral pool');
});

test('behavior: from the fee to the claim, each step with its figures', async () => {
  await openScreen(`${path}?id=${reward.id}`, filled);
  await screen.findByText('How this sum came about');
  const steps = titles();
  expect(steps).toHaveLength(6);
  expect(steps[0]).toContain('Al*** traded');
  expect(steps[0]).toContain('Fee 20.00 USDT, of which 8.00 USDT is the referral part');
  expect(steps[1]).toContain('All fees of Al*** that day');
  expect(steps[2]).toContain('Your rate: 22%, minus 6% already paid below you');
  expect(steps[2]).toContain('1.28 USDT as V3');
  expect(steps[3]).toContain('Paid from: Referral pool');
  expect(steps[5]).toContain('Waiting for your claim');
});

test('behavior: OPEN turned into USDO is called that, and fees that are not listed are counted', async () => {
  const steps = detail.steps.map((step) => ({
    ...step,
    ...(step.step === 'fee' ? { event: 'usdo' as const } : {}),
    ...(step.step === 'sum' ? { count: 130 } : {}),
  }));
  await openScreen(`${path}?id=${reward.id}`, { ...filled, 'Users/RewardDetail': { ...detail, steps } });
  await screen.findByText('How this sum came about');
  expect(titles()[0]).toContain('Al*** turned OPEN into USDO');
  expect(titles()[1]).toContain('8.00 USDT was divided. 130 fees in all; the first 1 are listed.');
});

test('behavior: it is claimed where it is explained', async () => {
  const { asked } = await openScreen(`${path}?id=${reward.id}`, {
    ...filled,
    'Users/linqu': { count: 1, claimed: [{ coinid: 'USDT', amount: '1.28' }], more: false },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Claim 1.28 USDT' }));
  const sheet = within(await screen.findByRole('dialog'));
  fireEvent.click(sheet.getByRole('button', { name: 'Claim 1.28 USDT' }));
  expect(await sheet.findByText('Claimed')).toBeTruthy();
  expect(asked.find((one) => one.path === 'Users/linqu')?.input).toMatchObject({ id: reward.id });
});

test('behavior: a weekly pool says one’s share of all weights', async () => {
  await openScreen(`${path}?id=${weekly.id}`, { 'Users/RewardDetail': weekly });
  await screen.findByText('How this sum came about');
  expect(titles()[0]).toContain('What the pool paid out');
  expect(titles()[1]).toContain('Your share of all weights: 33.3333%');
});

test('behavior: the share of much liquidity is shown, though its weight is longer than any amount', () => {
  // 16,600 LP of 33,200 for a week, in base units × milliseconds.
  const weight = 16_600n * 10n ** 18n * 604_800_000n;
  expect(percentOf(String(weight), String(2n * weight), '.')).toBe('50');
  expect(String(30n * weight)).toHaveLength(33);
  expect(percentOf(String(10n * weight), String(30n * weight), '.')).toBe('33.3333');
});

test('property: a share is cut, never rounded up, and written as the language writes it', () => {
  expect(percentOf('1', '3', '.')).toBe('33.3333');
  expect(percentOf('2', '3', ',')).toBe('66,6666');
  expect(percentOf('5', '5', '.')).toBe('100');
  expect(percentOf('1', '0', '.')).toBe('0');
});
