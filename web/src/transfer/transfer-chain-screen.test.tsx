import { makeInviteCode } from '@openmere/core/auth/invite-code.ts';
// @vitest-environment happy-dom
import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { v7 } from 'uuid';
import { expect, onTestFinished, test } from 'vitest';
import { openScreen, Refused, sealingKey, unanswered } from '../app/test-screen.tsx';
import type { Answers, Asked } from '../app/test-screen.tsx';
import { actingMember, memberInfo } from '../member/test-member.ts';
import { keepDraft, readDraft } from '../platform/drafts.ts';
import { push } from '../platform/history.ts';
import { requestLink } from './request-link.ts';

const path = '/pages/wallet/transfer/transferChain';
const code = makeInviteCode(Uint8Array.of(1, 2, 3, 4, 5));
/** Differs in one place: a typo, which the check character catches. */
const typo = `${code.slice(0, 4)}${code[4] === 'Z' ? 'Y' : 'Z'}${code.slice(5)}`;
const rules = [
  { idx: 'transfer.min', val: '20' },
  { idx: 'transfer.multiple', val: '20' },
  { idx: 'transfer.feeBps', val: '50' },
];
const quote: OutputOf<'Wallet/TransferQuote'> = {
  amount: '40',
  fee: '0.2',
  received: '39.8',
  nickname: 'Ta** W**',
  avatar: '',
  firsttime: true,
  lookalike: null,
};
const sent: OutputOf<'Wallet/Transfer'> = {
  id: 'tra_1',
  time: '2026-03-01T10:00:00.000Z',
  type: 'out',
  coinid: 'USDT',
  address: code,
  amount: '40',
  received: '39.8',
  fee: '0.2',
  hash: null,
  chaintype: 'ledger',
  status: 'done',
  counterpart: 'Ta** W**',
  note: '',
  description: 'To Ta** W**',
};
const nothing = { list: [{ coinid: 'USDT', balance: '0', lockbalance: '0', available: '0' }] };
const receiver = { member: true, nickname: 'Ta** W**', avatar: '', self: false, joined: '2026-05' };

async function serverFor(more: Answers = {}): Promise<Answers> {
  return {
    'Ctrls/GetConfig': { list: [...rules, await sealingKey()] },
    'Users/Info': memberInfo,
    'Users/Balance': { list: [{ coinid: 'USDT', balance: '100', lockbalance: '0', available: '100' }] },
    'Wallet/Transfers': { list: [] },
    'Wallet/Contacts': { list: [] },
    'Users/AddressAny': receiver,
    'Wallet/TransferQuote': quote,
    'Wallet/Transfer': sent,
    ...more,
  };
}

const inputOf = (label: RegExp | string) => screen.getByLabelText<HTMLInputElement>(label);
const typeInto = (label: RegExp | string, text: string) =>
  fireEvent.change(inputOf(label), { target: { value: text } });

/** Goes on to the amount of a transfer to the code. */
async function openAmount(more: Answers = {}): Promise<{ asked: Asked[] }> {
  const stage = await openScreen(`${path}?target=${code}`, await serverFor(more));
  fireEvent.click(await screen.findByRole('button', { name: 'Next' }));
  await screen.findByText('Ta** W**');
  return stage;
}

async function confirm(password: string): Promise<void> {
  await screen.findByText(/^First payment to this person/);
  fireEvent.click(screen.getByRole('button', { name: 'Review 40.00 USDT' }));
  const sheet = within(await screen.findByRole('dialog'));
  fireEvent.change(sheet.getByLabelText('Payment password'), { target: { value: password } });
  fireEvent.click(sheet.getByRole('button', { name: 'Send 40.00 USDT' }));
}

const isAtRecord = () =>
  waitFor(() => expect(location.hash).toBe('#/pages/wallet/transfer/recode/recode?id=tra_1'));

const sentInputs = (asked: readonly Asked[]) =>
  asked.filter((one) => one.path === 'Wallet/Transfer').map((one) => one.input as InputOf<'Wallet/Transfer'>);

test('refuses: while money may not leave, said before anything is typed', async () => {
  const lockeduntil = new Date(Date.now() + 3_600_000).toISOString();
  const info: OutputOf<'Users/Info'> = { ...memberInfo, lockeduntil };
  await openScreen(path, await serverFor({ 'Users/Info': info }));
  expect(
    await screen.findByText(
      /^Locked until .* payment password was changed or two-step verification was removed$/,
    ),
  ).toBeTruthy();
  await openScreen(path, await serverFor({ 'Users/Info': { ...memberInfo, frozen: true } }));
  expect(await screen.findByText('Your account is frozen')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Security' }).getAttribute('href')).toBe(
    '#/pages/mine/safety/safety',
  );
});

test('behavior: a link that is pasted into the field is read like the one of the clipboard', async () => {
  await openScreen(path, await serverFor({}));
  const field = await screen.findByLabelText<HTMLInputElement>('Invitation code or deposit address');
  const link = `https://openmere.example/#/pages/wallet/transfer/transferChain?target=${code}&amount=40`;
  expect(field.maxLength).toBeGreaterThan(link.length);
  fireEvent.change(field, { target: { value: link } });
  expect(field.value).toBe(code);
  fireEvent.change(field, { target: { value: `https://openmere.example/?invcode=${code}` } });
  expect(field.value).toBe(code);
  fireEvent.change(field, { target: { value: 'https://other.example/' } });
  expect(screen.getByText('There is no code, address or request in it.')).toBeTruthy();
});

test('refuses: to ask for a payment password that was never set; the way to one is there', async () => {
  await openAmount({ 'Users/Info': { ...memberInfo, haspaypassword: false } });
  typeInto('Amount', '40');
  await screen.findByText(/^First payment to this person/);
  fireEvent.click(screen.getByRole('button', { name: 'Review 40.00 USDT' }));
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.getByText('Set a payment password first')).toBeTruthy();
  expect(sheet.queryByLabelText('Payment password')).toBeNull();
  const way = sheet.getByRole('link', { name: 'Set payment password' });
  expect(way.getAttribute('href')).toBe('#/pages/mine/setPwd/setPwd?kind=pay');
});

test('behavior: who acts as a sub-account is told above the password whose money goes', async () => {
  await openAmount({ 'Users/Info': actingMember });
  typeInto('Amount', '40');
  await screen.findByText(/^First payment to this person/);
  fireEvent.click(screen.getByRole('button', { name: 'Review 40.00 USDT' }));
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.getByText('Your account')).toBeTruthy();
  expect(sheet.getByText('Harbour')).toBeTruthy();
  expect(sheet.getByText(actingMember.invitationcode)).toBeTruthy();
  expect(sheet.getByText('Ta** W**')).toBeTruthy();
});

test('refuses: a code with a wrong character is caught before the server is asked', async () => {
  const { asked } = await openScreen(path, await serverFor());
  await screen.findByLabelText(/Invitation code/);
  typeInto(/Invitation code/, typo);
  fireEvent.click(screen.getByRole('button', { name: /one character is wrong/ }));
  typeInto(/Invitation code/, code.slice(0, 3));
  fireEvent.click(screen.getByRole('button', { name: /A code has 6 characters/ }));
  expect(asked.some((one) => one.path === 'Users/AddressAny')).toBe(false);
});

test('refuses: a code of nobody, and one’s own', async () => {
  let found: OutputOf<'Users/AddressAny'> = { member: false };
  await openScreen(`${path}?target=${code}`, await serverFor({ 'Users/AddressAny': () => found }));
  fireEvent.click(await screen.findByRole('button', { name: 'Next' }));
  expect(await screen.findByText('No member has this code or address.')).toBeTruthy();
  found = { ...receiver, self: true };
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('This is your own account.')).toBeTruthy();
});

const toWallet = 'This is a wallet, not an Openmere account. Ask for the code or the deposit address.';

test('refuses: the wallet of a member, when it is typed and when a link brings it', async () => {
  const wallet = `0x${'a1'.repeat(20)}`;
  const answers = await serverFor({ 'Users/AddressAny': { ...receiver, kind: 'wallet' } });
  await openScreen(`${path}?target=${wallet}&amount=40&step=amount`, answers);
  fireEvent.click(await screen.findByRole('button', { name: 'Next' }));
  expect(await screen.findByText(toWallet)).toBeTruthy();
  expect(screen.queryByText('Ta** W**')).toBeNull();
});

test('refuses: to show the first step again where the receiver of the second could not be read', async () => {
  let fails = true;
  const answers = await serverFor({
    'Users/AddressAny': () => {
      if (fails) throw new Refused('kit.internal', 'Something went wrong.');
      return receiver;
    },
  });
  await openScreen(`${path}?target=${code}&amount=40&step=amount`, answers);
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByLabelText(/Invitation code/)).toBeNull();
  fails = false;
  fireEvent.click(again);
  expect(await screen.findByText('Ta** W**')).toBeTruthy();
});

test.each([
  ['10', 'The minimum is 20.'],
  ['33', 'Enter a whole multiple of 20.'],
  ['120', 'You have 100.00 USDT'],
])('refuses: %s, and the button says why', async (amount, reason) => {
  const { asked } = await openAmount();
  typeInto('Amount', amount);
  expect(await screen.findByRole('button', { name: reason })).toBeTruthy();
  expect(asked.some((one) => one.path === 'Wallet/TransferQuote')).toBe(false);
});

test('refuses: a wrong payment password is said in the sheet, and the next try is the same transfer', async () => {
  let tries = 0;
  const { asked } = await openAmount({
    'Wallet/Transfer': () => {
      tries += 1;
      if (tries === 1) throw new Refused('auth.wrongpaypassword', 'The payment password is wrong.');
      return sent;
    },
  });
  typeInto('Amount', '40');
  await confirm('wrong-one');
  const sheet = within(screen.getByRole('dialog'));
  expect(await sheet.findByText('The payment password is wrong.')).toBeTruthy();
  fireEvent.click(sheet.getByRole('button', { name: 'Send 40.00 USDT' }));
  await isAtRecord();
  const ids = sentInputs(asked).map((input) => input.requestId);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

test('refuses: to start without the rules; they can be asked for again', async () => {
  let away = true;
  const answers = await serverFor();
  await openScreen(path, {
    ...answers,
    'Ctrls/GetConfig': () => {
      if (away) throw new Refused('request.unavailable', 'Busy right now');
      return { list: rules };
    },
  });
  expect(await screen.findByText('Busy right now')).toBeTruthy();
  away = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText(/Invitation code/)).toBeTruthy();
});

test('behavior: while the rules are on their way there are bones', async () => {
  await openScreen(path, { ...(await serverFor()), 'Ctrls/GetConfig': () => unanswered });
  expect(screen.getByText('Loading')).toBeTruthy();
});

test('behavior: a code that looks like one paid before is warned about', async () => {
  const known = `${code.slice(0, 5)}${code[5] === 'Z' ? 'Y' : 'Z'}`;
  await openScreen(path, await serverFor({ 'Wallet/Transfers': { list: [{ ...sent, address: known }] } }));
  expect(await screen.findByRole('button', { name: new RegExp(known) })).toBeTruthy();
  typeInto(/Invitation code/, code);
  expect(screen.getByText(/Compare the marked characters/)).toBeTruthy();
  const marked = [...document.querySelectorAll('mark')].map((mark) => mark.textContent);
  expect(marked).toEqual([known[5], code[5]]);
});

test('behavior: the server’s warning about a receiver stands before the button', async () => {
  const lookalike = { name: 'Ta** V**', target: `${code.slice(0, 5)}${code[5] === 'Z' ? 'Y' : 'Z'}` };
  await openAmount({ 'Wallet/TransferQuote': { ...quote, lookalike } });
  typeInto('Amount', '40');
  expect(await screen.findByText(/You paid Ta\*\* V\*\* before/)).toBeTruthy();
  const [before] = screen.getAllByText('Paid before');
  expect(before?.closest('div')?.textContent).toContain(lookalike.target);
  // Nothing is sent before somebody said that they were compared.
  expect(await screen.findByText('Compare the two codes first')).toBeTruthy();
  fireEvent.click(screen.getByRole('checkbox', { name: /I compared them/ }));
  await waitFor(() => expect(screen.queryByText('Compare the two codes first')).toBeNull());
});

test('behavior: fee and what arrives stand before the button, then password, then the slip', async () => {
  const { asked } = await openAmount();
  typeInto('Amount', '40');
  expect(await screen.findByText('First payment to this person · Member since May 2026')).toBeTruthy();
  expect(screen.getByText('0.20 USDT')).toBeTruthy();
  expect(screen.getByText('0.5% of the amount')).toBeTruthy();
  expect(screen.getByText('39.80 USDT')).toBeTruthy();
  await confirm('abc123456');
  await isAtRecord();
  const [input] = sentInputs(asked);
  expect(input).toMatchObject({ coinid: 'USDT', amount: '40', target: code });
  expect(input?.paypassword).not.toContain('abc123456');
  expect(input?.paypassword.split('.')).toHaveLength(5);
});

test('behavior: what the server reckons stands in the review and in the sheet, also where the rules here are old', async () => {
  await openAmount({ 'Wallet/TransferQuote': { ...quote, fee: '0.4', received: '39.6' } });
  typeInto('Amount', '40');
  expect(await screen.findByText('39.60 USDT')).toBeTruthy();
  expect(screen.getByText('0.40 USDT')).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Review 40.00 USDT' }));
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.getByText('0.40 USDT')).toBeTruthy();
  expect(sheet.getByText('39.60 USDT')).toBeTruthy();
  expect(screen.queryByText('39.80 USDT')).toBeNull();
});

test('behavior: percent chips give whole multiples, and the least amount when there is too little', async () => {
  await openAmount();
  fireEvent.click(await screen.findByRole('button', { name: '75%' }));
  expect(inputOf('Amount').value).toBe('60');
  fireEvent.click(screen.getByRole('button', { name: 'Max' }));
  expect(inputOf('Amount').value).toBe('100');
});

test('behavior: what was typed survives a reload, with its id', async () => {
  const requestId = crypto.randomUUID();
  keepDraft('transfer', { coinid: 'USDT', target: code, amount: '40', requestId });
  const { asked } = await openScreen(path, await serverFor());
  fireEvent.click(await screen.findByRole('button', { name: 'Next' }));
  await confirm('abc123456');
  await isAtRecord();
  expect(sentInputs(asked).map((input) => input.requestId)).toEqual([requestId]);
});

test.each([
  ['with an amount', `target=${code}&amount=40&note=Dinner&step=amount`],
  ['for any amount', `target=${code}&step=amount`],
  ['of a coin alone', 'coinid=USDT&step=amount'],
])('behavior: a link %s after a lost answer is the same transfer, with nothing left', async (_, query) => {
  // Typed long ago, sent just now: its age is that of the sending.
  const requestId = v7({ msecs: Date.now() - 90 * 60_000 });
  const requestedAt = String(Date.now() - 29 * 60_000);
  keepDraft('transfer', {
    coinid: 'USDT',
    target: code,
    amount: '40',
    note: 'Dinner',
    requestId,
    requestedAt,
  });
  const { asked } = await openScreen(`${path}?${query}`, await serverFor({ 'Users/Balance': nothing }));
  await screen.findByText('Ta** W**');
  await confirm('abc123456');
  await isAtRecord();
  expect(sentInputs(asked).map((input) => input.requestId)).toEqual([requestId]);
});

test('behavior: what was sent says when, for the page that opens after a lost answer', async () => {
  const answers = await serverFor();
  const lost = () => Promise.reject(new TypeError('no network'));
  await openScreen(`${path}?target=${code}&amount=40&step=amount`, { ...answers, 'Wallet/Transfer': lost });
  await screen.findByText('Ta** W**');
  await confirm('abc123456');
  await waitFor(() =>
    expect(Number(readDraft('transfer')['requestedAt'])).toBeGreaterThan(Date.now() - 60_000),
  );
});

test('refuses: the id of an old draft for a link that is paid again', async () => {
  const requestId = v7();
  const requestedAt = String(Date.now() - 31 * 60_000);
  keepDraft('transfer', {
    coinid: 'USDT',
    target: code,
    amount: '40',
    note: 'Dinner',
    requestId,
    requestedAt,
  });
  const link = `${path}?target=${code}&amount=40&note=Dinner&step=amount`;
  const { asked } = await openScreen(link, await serverFor());
  await screen.findByText('Ta** W**');
  await confirm('abc123456');
  await isAtRecord();
  expect(sentInputs(asked).map((input) => input.requestId)).not.toContain(requestId);
  expect(sentInputs(asked)).toHaveLength(1);
});

test('refuses: the id of the last draft for a link that asks for something else, or that was paid', async () => {
  const requestId = v7();
  const link = `${path}?target=${code}&amount=40&note=Dinner&step=amount`;
  keepDraft('transfer', { coinid: 'USDT', target: code, amount: '40', note: 'Lunch', requestId });
  const first = await openScreen(link, await serverFor());
  await screen.findByText('Ta** W**');
  await confirm('abc123456');
  await isAtRecord();
  const second = await openScreen(link, await serverFor());
  await screen.findByText('Ta** W**');
  await confirm('abc123456');
  await isAtRecord();
  const ids = [...sentInputs(first.asked), ...sentInputs(second.asked)].map((input) => input.requestId);
  expect(new Set([...ids, requestId]).size).toBe(3);
});

test('behavior: a request opens with the name of who asks, its amount and its note', async () => {
  const link = requestLink('', { target: code, coinid: 'USDT', amount: '40', note: 'Dinner' });
  const { asked } = await openScreen(link.slice(1), await serverFor());
  expect(await screen.findByText('Ta** W**')).toBeTruthy();
  expect(inputOf('Amount').value).toBe('40');
  expect(inputOf(/Note/).value).toBe('Dinner');
  expect(await screen.findByRole('button', { name: 'Review 40.00 USDT' })).toBeTruthy();
  expect(asked.find((one) => one.path === 'Users/AddressAny')?.input).toEqual({ target: code });
});

test('behavior: a second request that is opened on the form of the first fills it anew', async () => {
  const { asked } = await openScreen(`${path}?target=${code}&amount=40&step=amount`, await serverFor());
  expect(await screen.findByText('Ta** W**')).toBeTruthy();
  const other = makeInviteCode(Uint8Array.of(5, 4, 3, 2, 1));
  act(() => push(path, { target: other, amount: '60', step: 'amount' }));
  await waitFor(() => expect(inputOf('Amount').value).toBe('60'));
  expect(asked.filter((one) => one.path === 'Users/AddressAny').at(-1)?.input).toEqual({ target: other });
});

test('refuses: to change whom a transfer goes to under the open payment sheet', async () => {
  await openAmount();
  typeInto('Amount', '40');
  await screen.findByText(/^First payment to this person/);
  fireEvent.click(screen.getByRole('button', { name: 'Review 40.00 USDT' }));
  await screen.findByRole('dialog');
  act(() =>
    push(path, { target: makeInviteCode(Uint8Array.of(5, 4, 3, 2, 1)), amount: '60', step: 'amount' }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByRole('button', { name: 'Review 60.00 USDT' })).toBeTruthy();
});

test('refuses: a request of nobody; its target stands in the field, and Next says so', async () => {
  const answers = await serverFor({ 'Users/AddressAny': { member: false } });
  await openScreen(requestLink('', { target: code, amount: '40' }).slice(1), answers);
  fireEvent.click(await screen.findByRole('button', { name: 'Next' }));
  expect(await screen.findByText('No member has this code or address.')).toBeTruthy();
});

test('behavior: the second step has an address of its own, which looks the receiver up again after a reload', async () => {
  keepDraft('transfer', { coinid: 'USDT', target: code, amount: '40', requestId: crypto.randomUUID() });
  await openScreen(`${path}?step=amount`, await serverFor());
  expect(await screen.findByText('Ta** W**')).toBeTruthy();
  expect(inputOf('Amount').value).toBe('40');
});

test('behavior: a request fills the form; what is damaged in it is left out', async () => {
  const { asked } = await openScreen(
    `${path}?target=${code}&amount=40&note=Dinner%20%26%20drinks&coinid=EQUITY`,
    await serverFor(),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Next' }));
  await screen.findByText('Ta** W**');
  expect(inputOf('Amount').value).toBe('40');
  expect(inputOf('Note').value).toBe('Dinner & drinks');
  await confirm('abc123456');
  await isAtRecord();
  expect(sentInputs(asked)[0]).toMatchObject({ coinid: 'USDT', note: 'Dinner & drinks' });
});

test('behavior: a pasted request or address fills the form, anything else says so', async () => {
  const clipboard = { readText: () => Promise.resolve('nothing of use') };
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'clipboard'));
  await openScreen(path, await serverFor());
  fireEvent.click(await screen.findByRole('button', { name: 'Paste' }));
  expect(await screen.findByText('There is no code, address or request in it.')).toBeTruthy();
  clipboard.readText = () => Promise.resolve(`https://app.example/#${path}?target=${code}&amount=60`);
  fireEvent.click(screen.getByRole('button', { name: 'Paste' }));
  await waitFor(() => expect(inputOf(/Invitation code/).value).toBe(code));
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('Ta** W**');
  expect(inputOf('Amount').value).toBe('60');
});

test('behavior: saved contacts come first, by their own names', async () => {
  const saved = { target: code, name: 'Tanja', time: '2026-03-01T10:00:00.000Z' };
  await openScreen(
    path,
    await serverFor({ 'Wallet/Contacts': { list: [saved] }, 'Wallet/Transfers': { list: [sent] } }),
  );
  fireEvent.click(await screen.findByRole('button', { name: /^Tanja/ }));
  expect(inputOf(/Invitation code/).value).toBe(code);
  expect(screen.queryByRole('heading', { name: 'Recent' })).toBeNull();
});

const openRules = [
  { idx: 'transfer.openMin', val: '7' },
  { idx: 'transfer.openMultiple', val: '7' },
];

test('behavior: OPEN goes by a minimum and a multiple of its own', async () => {
  const settings = { list: [...openRules, await sealingKey()] };
  const server = await serverFor({ 'Ctrls/GetConfig': settings });
  await openScreen(`${path}?target=${code}&coinid=OPEN&step=amount`, server);
  expect(await screen.findByText(/Minimum 7, in steps of 7/)).toBeTruthy();
});

test('behavior: OPEN is asked for by a minimum and a multiple of its own', async () => {
  const settings = { list: [...openRules, await sealingKey()] };
  await openScreen(
    '/pages/wallet/transfer/request/request',
    await serverFor({ 'Ctrls/GetConfig': settings }),
  );
  await screen.findByText('Minimum 20, in steps of 20');
  fireEvent.click(screen.getByRole('radio', { name: 'OPEN' }));
  expect(await screen.findByText('Minimum 7, in steps of 7')).toBeTruthy();
});

test('refuses: to ask somebody for an amount that no transfer can have', async () => {
  await openScreen('/pages/wallet/transfer/request/request', await serverFor());
  const link = () => screen.queryByText(/transferChain\?target=/);
  await waitFor(() => expect(link()).toBeTruthy());
  expect(screen.getByText('Minimum 20, in steps of 20')).toBeTruthy();
  typeInto(/Amount/, '5');
  expect(await screen.findByText('The minimum is 20.')).toBeTruthy();
  expect(link()).toBeNull();
  typeInto(/Amount/, '40');
  await waitFor(() => expect(link()?.textContent).toContain('amount=40'));
});
