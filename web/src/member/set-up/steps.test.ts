import { expect, test } from 'vitest';
import { actingMember, memberInfo } from '../test-member.ts';
import { isSetUp, nextOf, setUpSteps } from './steps.ts';
import type { SetUpFacts } from './steps.ts';

const facts: SetUpFacts = {
  hasWallet: false,
  wordsUnchecked: false,
  hasDeposited: false,
  isArriving: false,
};
const fresh = { ...memberInfo, useraddress: null, haspaypassword: false };
const states = (info: typeof memberInfo, more: Partial<SetUpFacts> = {}) =>
  setUpSteps(info, { ...facts, ...more })?.map((step) => step.state);

test('refuses: to lead anybody anywhere who may only leave, or to a deposit before those are known', () => {
  expect(setUpSteps({ ...fresh, exitonly: true }, facts)).toBeUndefined();
  const ready = { ...fresh, useraddress: '0xaa', activated: true, haspaypassword: true };
  expect(setUpSteps(ready, { ...facts, hasDeposited: undefined })).toBeUndefined();
});

test('refuses: to lead a sub-account to the wallet that would make it an account of its own', () => {
  expect(setUpSteps(actingMember, facts)).toBeUndefined();
});

test('refuses: to count a wallet whose words were not checked', () => {
  const steps = setUpSteps(fresh, { ...facts, wordsUnchecked: true });
  expect(steps?.[0]).toMatchObject({ key: 'wallet', state: 'open', query: { view: 'backup' } });
});

test('behavior: each fact of the server is one step, in the order in which they can be done', () => {
  expect(states(fresh)).toEqual(['open', 'open', 'open', 'open', 'open']);
  expect(states(fresh, { hasWallet: true })).toEqual(['done', 'open', 'open', 'open', 'open']);
  expect(states({ ...fresh, useraddress: '0xaa' })).toEqual(['done', 'done', 'open', 'open', 'open']);
  expect(states({ ...fresh, useraddress: '0xaa', activation: 'pending' })).toEqual([
    'done',
    'done',
    'waiting',
    'open',
    'open',
  ]);
  const ready = { ...fresh, useraddress: '0xaa', activated: true, haspaypassword: true };
  expect(states(ready, { isArriving: true })).toEqual(['done', 'done', 'done', 'done', 'waiting']);
  const all = setUpSteps(ready, { ...facts, hasDeposited: true });
  expect(all && isSetUp(all)).toBe(true);
});

test.each([
  [{}, {}, 'wallet'],
  [{}, { hasWallet: true }, 'bind'],
  [{ useraddress: '0xaa' }, {}, 'activate'],
  [{ useraddress: '0xaa', activation: 'pending' as const }, {}, 'pay'],
  [{ useraddress: '0xaa', activated: true }, {}, 'pay'],
  [{ useraddress: '0xaa', activated: true, haspaypassword: true }, {}, 'deposit'],
  [{ useraddress: '0xaa', activated: true, haspaypassword: true }, { isArriving: true }, undefined],
])('behavior: %j with %j leads to %s', (info, more, key) => {
  const steps = setUpSteps({ ...fresh, ...info }, { ...facts, ...more });
  expect(steps && nextOf(steps)?.key).toBe(key);
});

test('behavior: without a country activation begins in the profile', () => {
  const steps = setUpSteps({ ...fresh, country: null, useraddress: '0xaa' }, facts);
  expect(steps?.[2]?.path).toBe('/pages/mine/userInfo/userInfo');
});
