import { expect, test } from 'vitest';
import { parseLocation } from '../../platform/location.ts';
import { checkoutLink, readWanted } from './checkout-link.ts';
import type { Wanted } from './checkout-link.ts';

const read = (link: string) => readWanted(parseLocation(link.slice(1)).query);

test.each<Wanted>([
  { skuids: ['sku_a'] },
  { skuids: ['sku_a', 'sku_b'] },
  { goodsid: 'gds_a', skuid: 'sku_a', quantity: 3 },
])('behavior: %j is found again in its link', (wanted) => {
  expect(read(checkoutLink(wanted))).toEqual(wanted);
});

test.each(['#/pages/order/create', '#/pages/order/create?skus=', '#/pages/order/create?skus=,'])(
  'refuses: %s names nothing to order',
  (link) => {
    expect(read(link)).toBeUndefined();
  },
);

test.each(['0', '-1', '1000', '1.5', 'x', ''])('behavior: %s pieces are one', (quantity) => {
  expect(read(`#/pages/order/create?goodsid=gds_a&quantity=${quantity}`)).toEqual({
    goodsid: 'gds_a',
    skuid: '',
    quantity: 1,
  });
});
