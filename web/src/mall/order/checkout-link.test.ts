import { expect, test } from 'vitest';
import { parseLocation } from '../../platform/location.ts';
import { checkoutLink, readWanted } from './checkout-link.ts';

const read = (link: string) => readWanted(parseLocation(link.slice(1)).query);

test.each([[['sku_a']], [['sku_a', 'sku_b']]])('behavior: %j are found again in their link', (skuids) => {
  expect(read(checkoutLink({ skuids }))).toEqual(skuids);
});

test.each(['#/pages/order/create', '#/pages/order/create?skus=', '#/pages/order/create?skus=,'])(
  'refuses: %s names nothing to order',
  (link) => {
    expect(read(link)).toEqual([]);
  },
);
