// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { keepDraft, readDraft } from '../../platform/drafts.ts';
import { currentLocation, push } from '../../platform/history.ts';
import { useSessionStore } from '../../platform/session.ts';
import { readStored, writeStored } from '../../platform/storage.ts';
import { finishLogin } from './finish-login.ts';

beforeEach(() => {
  localStorage.clear();
});

const entered = { token: 'a-token', userid: 'mem_1' };

test('refuses: to show one person’s drafts, searches and place to the next, where the first session ended by itself', () => {
  finishLogin(entered);
  keepDraft('transfer', { target: '6MVGA1', note: 'rent' });
  writeStored('goods.searches', '["lamp"]');
  useSessionStore.getState().end('notlogin');
  writeStored('general.wantedPath', '/pages/order/detail?id=ord_1');
  finishLogin({ token: 'b-token', userid: 'mem_2' });
  expect(currentLocation().path).not.toBe('/pages/order/detail');
  expect(readDraft('transfer')).toEqual({});
  expect(readStored('goods.searches')).toBeUndefined();
  keepDraft('transfer', { note: 'mine' });
  expect(readStored('general.drafts')).toBe('{"transfer":{"note":"mine"}}');
});

test('behavior: who comes back goes on with what they had typed, at the place where they were', () => {
  finishLogin(entered);
  keepDraft('transfer', { target: '6MVGA1' });
  useSessionStore.getState().end('notlogin');
  writeStored('general.wantedPath', '/pages/order/detail?id=ord_1');
  finishLogin({ ...entered, token: 'another-token' });
  expect(currentLocation().path).toBe('/pages/order/detail');
  expect(readDraft('transfer')).toEqual({ target: '6MVGA1' });
});

test('behavior: after login the wanted place takes the place of login, so that back leads to where one came from', () => {
  const leave = vi.spyOn(history, 'go');
  push('/pages/mall/cart');
  push('/pages/login/login');
  writeStored('general.wantedPath', '/pages/order/create?skus=sku_1');
  finishLogin(entered);
  expect(currentLocation()).toEqual({ path: '/pages/order/create', query: { skus: 'sku_1' } });
  expect(leave).not.toHaveBeenCalled();
  expect(readStored('general.wantedPath')).toBeUndefined();
  expect(useSessionStore.getState().token).toBe('a-token');
});

test('behavior: with no wanted place the way begins anew at home', () => {
  const leave = vi.spyOn(history, 'go');
  push('/pages/login/login');
  finishLogin(entered);
  expect(leave).toHaveBeenCalled();
});
