// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen, Refused, unanswered } from '../../app/test-screen.tsx';
import { loadTexts } from '../../platform/i18n.ts';
import { sampleCandles, samplePool } from './test-market.ts';

const home = {
  'Users/Info': () => unanswered,
  'Users/Balance': () => unanswered,
  'Ctrls/GetConfig': () => unanswered,
};

test('refuses: a price that is not known is no zero; the card leads to its history', async () => {
  await loadTexts(['market']);
  await openScreen('/', {
    ...home,
    'trade/Pool': () => {
      throw new Refused('swap.nopool', 'The pool cannot be read right now.');
    },
    'trade/Kline': { list: [] },
  });
  const card = (await screen.findByText('OPEN price')).closest('a');
  expect(card?.getAttribute('href')).toBe('#/pages/swap/kline/kline');
  expect(card?.textContent).toContain('—');
  expect(card?.textContent).not.toContain('0.00');
});

test('behavior: price, change and the shape of the day come after the first picture', async () => {
  await openScreen('/', {
    ...home,
    'trade/Pool': samplePool,
    'trade/Kline': { list: sampleCandles(['0.11', '0.12', '0.125']) },
  });
  expect(await screen.findByText('0.12345 USDT')).toBeTruthy();
  expect(screen.getByText('Down 2.41% in 24 hours')).toBeTruthy();
  expect(await screen.findByRole('img', { name: 'Price over the last 24 hours' })).toBeTruthy();
});
