// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { currentLocation, push } from '../../platform/history.ts';
import { useSessionStore } from '../../platform/session.ts';
import { readStored, writeStored } from '../../platform/storage.ts';
import { finishLogin } from './finish-login.ts';

test('behavior: after login the wanted place takes the place of login, so that back leads to where one came from', () => {
  const leave = vi.spyOn(history, 'go');
  push('/pages/mall/cart');
  push('/pages/login/login');
  writeStored('general.wantedPath', '/pages/order/create?skus=sku_1');
  finishLogin('a-token');
  expect(currentLocation()).toEqual({ path: '/pages/order/create', query: { skus: 'sku_1' } });
  expect(leave).not.toHaveBeenCalled();
  expect(readStored('general.wantedPath')).toBeUndefined();
  expect(useSessionStore.getState().token).toBe('a-token');
});

test('behavior: with no wanted place the way begins anew at home', () => {
  const leave = vi.spyOn(history, 'go');
  push('/pages/login/login');
  finishLogin('a-token');
  expect(leave).toHaveBeenCalled();
});
