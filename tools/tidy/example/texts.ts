import { specifiedCalls, specifiedRoutes } from '../specified.ts';
import { callsOf, inAllLocales, inLocale, rowsOf } from './repository.ts';
import type { Examples } from './repository.ts';

const wallet = { title: 'Wallet', left: '{count, plural, one {# coin} other {# coins}} of {name}' };
const BAD_COIN = "export const depositErrors = defineErrors({ 'deposit.badcoin': 'invalid' });";

/** What the rules of texts, calls, routes and pushes refuse. */
export const texts: Examples = {
  locales: {
    empty: {
      ...inAllLocales('web', 'asset', wallet),
      ...inLocale('web', 'ko', 'asset', { ...wallet, title: ' ' }),
    },
    extra: {
      ...inAllLocales('web', 'asset', wallet),
      ...inLocale('web', 'ja', 'asset', { ...wallet, more: 'More' }),
    },
    missing: {
      ...inAllLocales('web', 'asset', wallet),
      ...inLocale('web', 'vi', 'asset', { title: 'Wallet' }),
    },
    language: inLocale('web', 'en', 'asset', wallet),
    placeholder: {
      ...inAllLocales('web', 'asset', wallet),
      ...inLocale('web', 'es', 'asset', { ...wallet, left: '{count}' }),
    },
  },
  texts: {
    frame: {
      'web/src/locales/en/swap.json': '{ "title": "Trade" }',
      'web/src/swap/a-screen.tsx': `export const AScreen = () => useTexts('app')('retry') + useTexts('swap')('title');`,
    },
    unfetched: {
      'web/src/app/routes.ts': `export const routes = [row('/a', { texts: ['home'], screen: () => import('../swap/a-screen.tsx') })];`,
      'web/src/locales/en/swap.json': '{ "title": "Trade" }',
      'web/src/swap/a-screen.tsx': `export const AScreen = () => useTexts('swap')('title');`,
    },
    unused: {
      'web/src/locales/en/swap.json': '{ "title": "Trade", "other": "Never shown" }',
      'web/src/swap/a-screen.tsx': `export const AScreen = () => useTexts('swap')('title');`,
    },
  },
  'error-messages': {
    none: { 'core/src/deposit/errors.ts': BAD_COIN },
    one: {
      'core/src/deposit/errors.ts': BAD_COIN,
      ...inAllLocales('core', 'deposit', { 'deposit.badcoin': 'No such coin.' }),
      ...inLocale('core', 'th', 'deposit', {}),
    },
    taken: {
      'core/src/locales/en/deposit.json': '{ "deposit.badcoin": "No such coin." }',
      'web/src/locales/en/deposit.json': '{ "badcoin": "Coins" }',
    },
  },
  'honest-texts': {
    return: inLocale('web', 'en', 'asset', { title: 'A guaranteed return of 2 % every day' }),
    risk: inLocale('web', 'zh-Hans', 'asset', { title: '零风险' }),
    income: inLocale('web', 'es', 'asset', { title: 'Ingresos pasivos' }),
  },
  voice: {
    replaced: {
      'web/src/locales/en/asset.json':
        '{ "bound": "Bound for ever", "least": "The least is {minimum}. Enter more." }',
      'web/src/locales/zh-Hant/asset.json': '{ "bound": "請向您的地址充值", "least": "提現" }',
    },
  },
  'specified-routes': {
    missing: { 'web/src/app/routes.ts': rowsOf(specifiedRoutes.slice(1)) },
    unnamed: {
      'web/src/app/routes.ts': rowsOf([...specifiedRoutes, '/pages/team/secret']),
      'docs/spec/screens.md': specifiedRoutes.join(', '),
    },
    'other-folder': {
      'web/src/app/routes.ts': rowsOf([...specifiedRoutes, '/pages/swap/medal/medal']),
      'docs/spec/screens.md': specifiedRoutes.join('\n'),
    },
    twice: { 'web/src/app/routes.ts': rowsOf([...specifiedRoutes, '/']) },
  },
  'specified-calls': {
    missing: { 'core/src/auth/contract.ts': callsOf(specifiedCalls.slice(1)) },
    twice: { 'core/src/auth/contract.ts': callsOf([...specifiedCalls, 'trade/Pool']) },
  },
  pushes: {
    unhandled: {
      'core/src/mall/contract.ts': `import { definePush } from '../kit/push.ts';

export const orderMoved = definePush({ push: 'order', summary: '', to: 'member', data: order });`,
      'core/src/contracts.ts': `import * as mall from './mall/contract.ts';

export const all = { ...mall };`,
      'server/src/mall/tell.ts': `import { orderMoved } from '@openmere/core/mall/contract.ts';

export const tell = () => toMember(orderMoved);`,
    },
    'unsent-beside': {
      'core/src/mall/order-contract.ts': `import { definePush } from '../kit/push.ts';

export const orderMoved = definePush({ push: 'order', summary: '', to: 'member', data: order });`,
      'core/src/contracts.ts': `import * as mallOrder from './mall/order-contract.ts';

export const all = { ...mallOrder };`,
      'web/src/mall/pushes.ts': `export const mallPushes = {
  order: () => refresh('Order/List'),
};`,
    },
    unlisted: {
      'core/src/mall/contract.ts': `import { definePush } from '../kit/push.ts';

export const orderMoved = definePush({ push: 'order', summary: '', to: 'member', data: order });`,
      'core/src/contracts.ts': 'export const all = {};',
      'server/src/mall/tell.ts': `import { orderMoved } from '@openmere/core/mall/contract.ts';

export const tell = () => toMember(orderMoved);`,
      'web/src/mall/pushes.ts': `export const mallPushes = {
  order: () => refresh('Order/List'),
};`,
    },
    unlistened: {
      'core/src/mall/contract.ts': `import { definePush } from '../kit/push.ts';

export const orderMoved = definePush({ push: 'order', summary: '', to: 'member', data: order });`,
      'core/src/contracts.ts': `import * as mall from './mall/contract.ts';

export const all = { ...mall };`,
      'server/src/mall/tell.ts': `import { orderMoved } from '@openmere/core/mall/contract.ts';

export const tell = () => toMember(orderMoved);`,
      'web/src/mall/pushes.ts': `export const mallPushes = {
  order: onScreensOnly,
};`,
    },
    unsent: {
      'core/src/mall/contract.ts': `import { definePush } from '../kit/push.ts';

export const orderMoved = definePush({ push: 'order', summary: '', to: 'member', data: order });`,
      'core/src/contracts.ts': `import * as mall from './mall/contract.ts';

export const all = { ...mall };`,
      'web/src/mall/pushes.ts': `export const mallPushes = {
  order: () => refresh('Order/List'),
};`,
    },
  },
};
