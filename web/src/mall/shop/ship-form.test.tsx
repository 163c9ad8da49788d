// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../app/test-screen.tsx';
import { refresh } from '../../platform/query.ts';
import { ORDER_TIME, ownShop, shopOrder } from './test-shop.ts';

test('refuses: to show a number that somebody else has corrected meanwhile', async () => {
  const sent = {
    ...shopOrder,
    status: 'pendingreceipt',
    carrier: 'SingPost',
    shippedat: ORDER_TIME,
  } as const;
  let tracking = 'RX1';
  await openScreen('/pages/mall/shopManage?part=orders&id=ord_1', {
    'Users/Shopinfo': ownShop,
    'Order/ShopList': { list: [shopOrder] },
    'Order/ShopCounts': { pendingshipment: 0, aftersale: 0, comments: 0 },
    'Order/ShopFirst': () => ({ ...sent, tracking }),
  });
  const field = async () => screen.findByLabelText<HTMLInputElement>('Tracking number');
  fireEvent.change(await field(), { target: { value: 'RX' } });
  await refresh('Order/ShopFirst');
  // What is typed stays while nothing changes.
  expect((await field()).value).toBe('RX');
  tracking = 'RX2';
  await refresh('Order/ShopFirst');
  await waitFor(async () => expect((await field()).value).toBe('RX2'));
});
