// @vitest-environment happy-dom
import { readFileSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { agreementKinds } from '@openmere/core/auth/agreement.ts';
import { operatorRoles } from '@openmere/core/kit/call.ts';
import { rejectionCauses } from '@openmere/core/member/identity.ts';
import { articleStates } from '@openmere/core/news/rules.ts';
import { changeKinds } from '@openmere/core/operator/rules.ts';
import { pauseReasons } from '@openmere/core/setting/pause.ts';
import { ticketStatuses } from '@openmere/core/support/ticket.ts';
import { withdrawalStatuses } from '@openmere/core/withdrawal/state.ts';
import { expect, test } from 'vitest';
import { findTextKey } from '../platform/texts.ts';
import { actionText, detailText, nameText, subjectText } from './audit-words.ts';

const server = join(import.meta.dirname, '../../../server/src');

/** What stands in the brackets that open at this place. */
function inside(text: string, open: number): string {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if ('([{'.includes(text[at] ?? '')) depth += 1;
    if (')]}'.includes(text[at] ?? '')) depth -= 1;
    if (depth === 0) return text.slice(open + 1, at);
  }
  throw new Error('brackets without an end');
}

/** `a, b: f(x, y)` → `a`, `b: f()`: parts at the commas that stand in no brackets and no text. */
function partsOf(text: string): string[] {
  let bare = text.replaceAll(/`[^`]*`|\/\/.*/g, '');
  for (let before = ''; before !== bare;) {
    before = bare;
    bare = bare.replaceAll(/\([^()[\]{}]*\)|\[[^()[\]{}]*\]|\{[^()[\]{}]*\}/g, '');
  }
  return bare.split(',').flatMap((part) => part.trim() || []);
}

type Written = { file: string; action: string; detail: string };

/** What a name that is written short was set to, in its file. */
function meaningOf(name: string, source: string, before: number): string {
  const at = source.slice(0, before).lastIndexOf(`const ${name} = `);
  return at === -1 ? name : source.slice(at + `const ${name} = `.length);
}

/** Each place of the server that writes into the log. */
const written: Written[] = globSync('**/*.ts', { cwd: server })
  .filter((file) => !/test|audit-store/.test(file))
  .flatMap((file) => {
    const source = readFileSync(join(server, file), 'utf8');
    return [...source.matchAll(/recordAudit\(/g)].map(({ index }) => {
      const call = inside(source, index + 'recordAudit'.length);
      const [, action = ''] = /action(?:: ([^,]*(?:`[^`]*`)?[^,]*))?,/.exec(call) ?? [];
      const open = call.search(/detail: \{/);
      const detail =
        open === -1
          ? meaningOf(/detail: \w+\(/.test(call) ? '' : 'detail', source, index)
          : call.slice(open + 8);
      return {
        file,
        action: /'|`/.test(action)
          ? action
          : (meaningOf(action.trim() || 'action', source, index).split(';', 1)[0] ?? ''),
        detail: detail.startsWith('{') ? inside(detail, 0) : '',
      };
    });
  });

const two = ['propose', 'confirm', 'refuse', 'takeback'];
/** What stands for several actions, and which. */
const several: Record<string, readonly string[]> = {
  '${kind}.propose': changeKinds.map((kind) => `${kind}.propose`),
  '${row.kind}.confirm': changeKinds.map((kind) => `${kind}.confirm`),
  "${row.kind}.${status === 'refused' ? 'refuse' : 'takeback'}": changeKinds.flatMap((kind) =>
    two.map((verb) => `${kind}.${verb}`),
  ),
  'identity.${decision}': ['identity.approve', 'identity.reject'],
  'shop.${decision}': ['shop.approve', 'shop.reject'],
  'withdrawal.${input.decision}': ['withdrawal.approve', 'withdrawal.reject'],
  'payment.${proposal.action}': ['payment.book', 'payment.match', 'payment.giveback'],
  'ticket.${act}': ['ticket.take', 'ticket.leave', 'ticket.close'],
};
/** What is spread into a detail, and the names in it. */
const spread: Record<string, readonly string[]> = {
  '...written': ['pid', 'names', 'positions', 'sort'],
  '...replacedBy': ['before'],
  '...beforeOf': ['before'],
  '...aboutOne': ['member'],
  '...': ['before', 'block'],
};

test('property: every action that the server writes down has words', () => {
  expect(written.length).toBeGreaterThan(40);
  const actions = written.flatMap(({ file, action }) => {
    const templates = [...action.matchAll(/`([^`]*)`/g)].map(([, text = '']) => text);
    const found =
      templates.length > 0
        ? templates
        : [...action.matchAll(/'([a-z]+\.[a-z]+)'/g)].map(([, text = '']) => text);
    expect(found, `${file}: ${action}`).not.toEqual([]);
    return found.flatMap((text) => {
      if (!text.includes('$')) return text;
      expect(several, file).toHaveProperty([text]);
      return several[text] ?? [];
    });
  });
  expect(new Set(actions).size).toBeGreaterThan(90);
  expect(actions.filter((action) => actionText(action) === action)).toEqual([]);
});

test('property: every name in what the server writes down has words, but for what only a program reads', () => {
  const names = written.flatMap(({ file, detail }) =>
    partsOf(detail).flatMap((part) => {
      if (!part.startsWith('...')) return (part.split(':', 1)[0] ?? '').trim();
      expect(spread, file).toHaveProperty([part.replace(/\s.*/s, '')]);
      return spread[part] ?? [];
    }),
  );
  expect(new Set(names).size).toBeGreaterThan(50);
  const bare = names.filter((name) => findTextKey(`detail_${name}`) === undefined);
  expect([...new Set(bare)].toSorted()).toEqual(['hash', 'proposal']);
});

const said = (action: string, detail: Record<string, unknown>, subject = 'x'): string =>
  detailText({ action, subject, detail });

test('property: every state, role, reason and cause in the log has words', () => {
  const all: [string, string, readonly string[]][] = [
    ['withdrawal.approve', 'status', withdrawalStatuses],
    ['withdrawal.release', 'from', ['failed', 'approved']],
    ['withdrawal.release', 'proof', ['unsigned', 'reverted', 'replaced']],
    [
      'withdrawal.release',
      'failure',
      ['halted', 'approvals', 'cover', 'clock', 'gas', 'cap', 'nonce', 'chain'],
    ],
    ['ticket.close', 'status', ticketStatuses],
    ['news.save', 'state', articleStates],
    ['operator.create', 'role', operatorRoles],
    ['halt.set', 'told', pauseReasons],
    ['identity.reject', 'cause', rejectionCauses],
    ['payment.propose', 'action', ['book', 'match', 'giveback']],
    ['halt.confirm', 'value', ['gone', 'book']],
    ['deposit.confirm', 'value', ['release', 'sender', 'wallet']],
  ];
  const bare = all.flatMap(([action, name, values]) =>
    values.filter((value) => said(action, { [name]: value }) === `${nameText(name)}: ${value}`),
  );
  // These are their own words.
  expect(bare).toEqual([...operatorRoles].filter((role) => role !== 'admin'));
  for (const kind of agreementKinds)
    expect(subjectText({ action: 'agreement.propose', subject: kind, detail: {} })).not.toBe(kind);
});

test.each([
  ['deposit.confirm', { before: { deposit: 'barred' } }, 'before: Deposit in suspense'],
  ['reorg.confirm', { before: { cursor: 'block 1234567' } }, 'before: Read up to block 1,234,567'],
  ['reorg.confirm', { before: { '0xab': 'deposit-transfer' } }, 'before: 0xab: Deposit'],
  [
    'fiatbank.confirm',
    { before: { fiatbank_name: 'Old Bank', fiatbank_open: 'true' } },
    'before: Bank Old Bank; Offered yes',
  ],
  [
    'order.decide',
    { order: 'ord_1', amount: '1234.5', coin: 'USDT', total: '2000' },
    'order: ord_1 · amount: 1,234.5 USDT · order total: 2,000 USDT',
  ],
  [
    'fiat.rate',
    { price: '1.08', spreadbps: 50, before: '1.07', beforespread: 25 },
    'price: 1.08 · spread: 0.5 % · before: 1.07 · spread before: 0.25 %',
  ],
  [
    'goodstype.change',
    { names: { en: 'Tea' }, sort: 2, before: { names: { en: 'Tee' }, sort: 1 } },
    'names: en: Tea · order: 2 · before: names: en: Tee; order: 1',
  ],
  [
    'news.save',
    { pinned: false, before: { en: { title: 'Old', content: 'Long' } } },
    'pinned: no · before: en: title: Old',
  ],
  ['goldpermit.propose', { value: '30' }, 'value: 30 days'],
])('behavior: %s is said with its units and names', (action, detail, text) => {
  expect(said(action, detail)).toBe(text);
});

test('behavior: a rule stands with its unit before and after', () => {
  const setting = { idx: 'withdraw.fee', type: 'amount' } as Parameters<typeof detailText>[1];
  const row = { action: 'setting.confirm', subject: 'withdraw.fee' };
  expect(detailText({ ...row, detail: { value: '1250.5', before: { 'withdraw.fee': '1' } } }, setting)).toBe(
    'value: 1,250.5 of the coin · before: 1 of the coin',
  );
});

const foreign: Record<string, unknown>[] = [
  { pages: [null, 1], member: undefined },
  { before: { '0xab': null, list: [[], [null], {}] } },
  { before: [{ idx: 'x', val: null }], after: '7' },
  { constructor: 'a', toString: ['b'], 'a.b c': { hasOwnProperty: 1 } },
  { amount: { USDT: '1' }, spreadbps: 'none', coin: null, device: '', status: 7 },
];
test.each(foreign)('refuses: to fail over a row of another version: %o', (detail) => {
  const row = { action: 'constructor.propose', subject: 'constructor', detail };
  expect([actionText(row.action), subjectText(row)]).toEqual([row.action, row.subject]);
  for (const action of ['setting.confirm', 'goldpermit.confirm', row.action])
    expect(said(action, detail)).not.toMatch(/NaN|\[object|undefined|native code/);
});

test('refuses: to leave out a reason because of what it begins with', () => {
  expect(said('fiat.suspend', { reason: '[case 12] nobody asked', value: '{"open":true}' })).toBe(
    'reason: [case 12] nobody asked',
  );
});
