import type { MemberInfo } from '../use-member.ts';

export type SetUpKey = 'wallet' | 'bind' | 'activate' | 'pay' | 'deposit';
export type SetUpState = 'done' | 'waiting' | 'open';
export type SetUpStep = {
  key: SetUpKey;
  state: SetUpState;
  path: string;
  query: Readonly<Record<string, string>>;
};

/** What the steps are judged by, besides the profile. */
export type SetUpFacts = {
  /** A wallet that can be bound: of the browser, or the device's own with its words checked. */
  hasWallet: boolean;
  /** The in-app wallet of this device waits for its words to be checked. */
  wordsUnchecked: boolean;
  /** A deposit was credited, or money came another way; undefined while not known. */
  hasDeposited: boolean | undefined;
  /** A deposit was seen and waits for its confirmations. */
  isArriving: boolean;
};

const IN_APP = '/pages/wallet/inapp/inapp';

function activateStep(info: MemberInfo): SetUpStep {
  const state = info.activated ? 'done' : info.activation === 'pending' ? 'waiting' : 'open';
  const isCountryMissing = state === 'open' && info.country === null;
  const path = isCountryMissing ? '/pages/mine/userInfo/userInfo' : '/pages/wallet/activate/activate';
  return { key: 'activate', state, path, query: {} };
}

/**
 * The five steps from a new account to one that is ready, each by what the server (for the wallet: this device) knows, so
 * that nothing is forgotten and nothing is asked twice. Undefined for who may only leave, for a sub-account, which a bound wallet would
 * end (decision 280), and while only the deposits, which are not known yet, could be missing.
 */
export function setUpSteps(info: MemberInfo, facts: SetUpFacts): readonly SetUpStep[] | undefined {
  const steps = allSteps(info, facts);
  const isRestDone = steps.every((step) => step.state === 'done' || step.key === 'deposit');
  return info.exitonly || info.main !== null || (facts.hasDeposited === undefined && isRestDone)
    ? undefined
    : steps;
}

function allSteps(info: MemberInfo, facts: SetUpFacts): SetUpStep[] {
  const bound = info.useraddress !== null;
  return [
    {
      key: 'wallet',
      state: bound || facts.hasWallet ? 'done' : 'open',
      path: IN_APP,
      query: { view: facts.wordsUnchecked ? 'backup' : 'make' },
    },
    {
      key: 'bind',
      state: bound ? 'done' : 'open',
      path: '/pages/mine/blind/blind',
      query: { kind: 'wallet' },
    },
    activateStep(info),
    {
      key: 'pay',
      state: info.haspaypassword ? 'done' : 'open',
      path: '/pages/mine/setPwd/setPwd',
      query: { kind: 'pay' },
    },
    {
      key: 'deposit',
      state: facts.hasDeposited ? 'done' : facts.isArriving ? 'waiting' : 'open',
      path: '/pages/wallet/recharge/rechargeChain',
      query: {},
    },
  ];
}

/** The first step that the member can do; undefined when all is done or only waiting is left. */
export function nextOf(steps: readonly SetUpStep[]): SetUpStep | undefined {
  return steps.find((step) => step.state === 'open');
}

export function isSetUp(steps: readonly SetUpStep[]): boolean {
  return steps.every((step) => step.state === 'done');
}

/** The step that a screen belongs to; the profile, where the country is declared, stands before activation. */
export function stepAt(steps: readonly SetUpStep[], path: string): SetUpStep | undefined {
  if (path === '/pages/mine/userInfo/userInfo') return steps.find((step) => step.key === 'activate');
  return steps.find((step) => step.path === path);
}

/** Marks the address of a step's screen: there the line of the set-up stands on top, also after a reload. */
export const setUpMark = { setup: '1' } as const;
