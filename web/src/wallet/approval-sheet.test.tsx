// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadTexts } from '../platform/i18n.ts';
import type { Hex } from '../platform/wallet/eip1193.ts';
import { askMember } from '../platform/wallet/in-app/approval.ts';
import type { Asked, DecodedCall } from '../platform/wallet/in-app/approval.ts';
import { useInAppWallet } from '../platform/wallet/in-app/keeper.ts';
import { ApprovalSheet } from './approval-sheet.tsx';

const unlockWallet = vi.hoisted(() => vi.fn());
vi.mock('../platform/wallet/in-app/key-holder.ts', () => ({ unlockWallet }));

beforeAll(() => loadTexts(['app', 'wallet']));
afterEach(() => {
  cleanup();
  unlockWallet.mockReset();
});

const own = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266' as const;
const usdt = '0x1111111111111111111111111111111111111111' as const;
const other = '0x3333333333333333333333333333333333333333' as const;

function transaction(
  call: Partial<DecodedCall>,
  data: Hex = '0xa9059cbb',
): Extract<Asked, { kind: 'transaction' }> {
  return {
    kind: 'transaction',
    call: { contract: 'usdt', name: 'transfer', arguments: [], ...call },
    transaction: {
      chainId: 31337,
      from: own,
      to: usdt,
      value: 0n,
      data,
      nonce: 0,
      gas: 100_000n,
      maxFeePerGas: 10n ** 9n,
      maxPriorityFeePerGas: 0n,
    },
  };
}

/** Asks, and waits for the sheet. */
async function ask(asked: Asked, status: 'locked' | 'unlocked' = 'unlocked') {
  useInAppWallet.setState({ status, address: own });
  render(<ApprovalSheet />);
  const answer = askMember(asked).then(
    () => 'yes',
    (error: { code: number }) => error.code,
  );
  await screen.findByRole('dialog', {}, { timeout: 5000 });
  return { answer };
}

test('refuses: with 4001, by the button and by closing', async () => {
  const { answer: refused } = await ask({ kind: 'message', text: 'hello', signIn: undefined });
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }));
  expect(await refused).toBe(4001);
  cleanup();
  const { answer: closed } = await ask({ kind: 'message', text: 'hello', signIn: undefined });
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(await closed).toBe(4001);
});

test('refuses: unlimited allowances and unknown calls are shown as danger, not as routine', async () => {
  const token = { symbol: 'USDT', amount: 2n ** 256n - 1n, to: other, unlimited: true };
  const { answer: first } = await ask(transaction({ name: 'approve', token }));
  expect(screen.getByText('Unlimited USDT')).toBeTruthy();
  expect(screen.getByText(/lets the contract take all your coins of this kind/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }));
  await first;
  cleanup();
  const { answer: second } = await ask(transaction({ contract: undefined, name: undefined }));
  expect(screen.getByText('We cannot read this')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }));
  await second;
});

test('behavior: a locked wallet asks for the passphrase in the same sheet; a wrong one can be typed again', async () => {
  const { answer } = await ask({ kind: 'unlock' }, 'locked');
  expect(screen.getByRole('button', { name: 'Enter the passphrase' })).toBeTruthy();
  unlockWallet.mockRejectedValueOnce({ code: 4001 });
  fireEvent.change(screen.getByLabelText('Wallet passphrase'), { target: { value: 'wrong wrong' } });
  fireEvent.click(screen.getByRole('button', { name: 'Unlock' }));
  expect(await screen.findByText('Cancel')).toBeTruthy();
  unlockWallet.mockResolvedValueOnce(undefined);
  fireEvent.change(screen.getByLabelText('Wallet passphrase'), { target: { value: 'correct horse' } });
  fireEvent.click(screen.getByRole('button', { name: 'Unlock' }));
  expect(await answer).toBe('yes');
  expect(unlockWallet).toHaveBeenLastCalledWith('correct horse');
});

test.each([
  ['login', 'Log in to Openmere'],
  ['bind', 'Prove that this wallet is yours'],
  ['gold', 'Ask for a place on the list of the gold node'],
  [undefined, 'Sign in to this page'],
] as const)(
  'behavior: a sign-in (%s) says in plain words what is signed, and by which wallet',
  async (purpose, said) => {
    const signIn = { domain: 'app.openmere.test', purpose, chainId: 31337 };
    const { answer } = await ask({ kind: 'message', text: 'all of the words', signIn });
    expect(screen.getByText('What it does').closest('div')?.textContent).toContain(said);
    expect(screen.getByText('Signing wallet').closest('div')?.textContent).toContain(own);
    fireEvent.click(screen.getByRole('button', { name: 'Reject' }));
    await answer;
  },
);

test.each([
  ['Permit', 'Authorize coins to be taken'],
  ['PermitTransferFrom', 'Authorize coins to be taken'],
  ['Order', 'Sign data for a contract'],
])(
  'behavior: typed data (%s) and a text say in plain words what is signed, and by which wallet',
  async (primaryType, said) => {
    const typed = {
      kind: 'typed',
      primaryType,
      domain: 'Some shop',
      contract: other,
      message: '{}',
    } as const;
    const { answer } = await ask(typed);
    expect(screen.getByText('What it does').closest('div')?.textContent).toContain(said);
    expect(screen.getByText('Signing wallet').closest('div')?.textContent).toContain(own);
    fireEvent.click(screen.getByRole('button', { name: 'Reject' }));
    await answer;
    cleanup();
    const { answer: text } = await ask({ kind: 'message', text: 'hello', signIn: undefined });
    expect(screen.getByText('What it does').closest('div')?.textContent).toContain('Sign a text');
    expect(screen.getByText('Signing wallet').closest('div')?.textContent).toContain(own);
    fireEvent.click(screen.getByRole('button', { name: 'Reject' }));
    await text;
  },
);

test('behavior: a higher fee and a cancellation say what they replace, at which fee, and what that costs', async () => {
  const token = { symbol: 'USDT', amount: 40n * 10n ** 18n, to: other, unlimited: false };
  const feeBefore = 10n ** 13n;
  const { answer: faster } = await ask({ ...transaction({ token }), replaces: { how: 'faster', feeBefore } });
  expect(screen.getByRole('dialog', { name: 'Send it again with a higher fee?' })).toBeTruthy();
  for (const text of ['Send coins', '40.00 USDT', '0.0001 BNB', 'So far at most 0.00001 BNB'])
    expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByText(/Only one of the two can go through/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }));
  await faster;
  cleanup();
  const nothing = transaction({ contract: undefined, name: undefined }, '0x');
  const { answer: cancel } = await ask({ ...nothing, replaces: { how: 'cancel', feeBefore } });
  expect(screen.getByRole('dialog', { name: 'Cancel the waiting transaction?' })).toBeTruthy();
  expect(screen.getByText('Cancel: nothing moves')).toBeTruthy();
  expect(screen.queryByText('Send BNB')).toBeNull();
  expect(screen.getByText('0.0001 BNB')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }));
  await cancel;
});

test('behavior: a transfer says what, how much, to whom, at what fee and where', async () => {
  const token = { symbol: 'USDT', amount: 40n * 10n ** 18n, to: other, unlimited: false };
  const { answer } = await ask(transaction({ token }));
  for (const text of [
    'Send coins',
    '40.00 USDT',
    other,
    'USDT token',
    '0.0001 BNB',
    own,
    'Openmere Dev Chain',
  ])
    expect(screen.getByText(text)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Sign' })).toBeNull();
  const hold = screen.getByRole('button', { name: 'Hold to sign and send' });
  fireEvent.pointerDown(hold, { button: 0, pressure: 0.5, pointerType: 'touch' });
  expect(await answer).toBe('yes');
});

test('behavior: a node says which kind, whose the medal is, and until when its permit is good', async () => {
  const call: Partial<DecodedCall> = {
    contract: 'medal',
    name: 'mintWithPermit',
    arguments: [
      { name: 'tokenType', value: '2' },
      { name: 'recipient', value: other },
      { name: 'deadline', value: '1800000000', unit: 'time' },
      { name: 'signature', value: `0x${'ab'.repeat(65)}` },
    ],
  };
  const { answer } = await ask(transaction(call));
  for (const text of ['Subscribe to a node', 'Openmere community nodes', 'Gold', 'The medal goes to', other])
    expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByText('Valid until').closest('div')?.textContent).toContain('2027');
  expect(screen.getByText('Permit').closest('div')?.textContent).toBe('Permit0xabababab…');
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }));
  expect(await answer).toBe(4001);
});

test('behavior: a trade says what is given, what arrives at least, in which coin, and until when', async () => {
  const call: Partial<DecodedCall> = {
    contract: 'swapDesk',
    name: 'buy',
    arguments: [
      { name: 'usdtIn', value: String(250n * 10n ** 18n), unit: 'USDT' },
      { name: 'minOpenOut', value: String(4647n * 10n ** 18n), unit: 'OPEN' },
      { name: 'deadline', value: '1800000000', unit: 'time' },
    ],
  };
  const { answer } = await ask(transaction(call));
  for (const text of ['Buy OPEN', 'Openmere swap', '250.00 USDT', '4,647.00 OPEN'])
    expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByText('Valid until').closest('div')?.textContent).toContain('2027');
  expect(screen.queryByText(/We cannot read this/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }));
  await answer;
});

test('behavior: an approval and its trade are one question with the facts of both and one fee', async () => {
  const token = {
    symbol: 'USDT',
    amount: 20n * 10n ** 18n,
    to: other,
    receiver: 'swapDesk',
    unlimited: false,
  };
  const allow = transaction({ name: 'approve', token });
  const trade = transaction(
    {
      contract: 'swapDesk',
      name: 'buy',
      arguments: [{ name: 'usdtIn', value: String(20n * 10n ** 18n), unit: 'USDT' }],
    },
    '0xa1',
  );
  const { answer } = await ask({ ...trade, before: [allow] });
  expect(screen.getByRole('dialog', { name: 'Send these transactions together?' })).toBeTruthy();
  expect(screen.getByText(/^You hold once and 2 transactions are signed/)).toBeTruthy();
  const [first, second] = screen.getAllByRole('listitem');
  expect(first?.textContent).toContain('Authorize coins to be taken');
  expect(first?.textContent).toContain('20.00 USDT');
  expect(second?.textContent).toContain('Buy OPEN');
  expect(screen.getByText('0.0002 BNB')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }));
  expect(await answer).toBe(4001);
});

test('refuses: an unlimited allowance within one question is shown as danger, too', async () => {
  const token = { symbol: 'USDT', amount: 2n ** 256n - 1n, to: other, receiver: 'swapDesk', unlimited: true };
  const allow = transaction({ name: 'approve', token });
  const trade = transaction({ contract: 'swapDesk', name: 'buy' }, '0xa1');
  const { answer } = await ask({ ...trade, before: [allow] });
  expect(screen.getByText(/lets the contract take all your coins of this kind/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }));
  await answer;
});

test('behavior: taking back an approval says so, and from whom', async () => {
  const token = { symbol: 'USDT', amount: 0n, to: other, receiver: 'swapDesk', unlimited: false };
  const { answer } = await ask(transaction({ name: 'approve', token }));
  expect(screen.getByText('Revoke an approval')).toBeTruthy();
  expect(screen.getByText('Openmere swap')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }));
  await answer;
});

test('behavior: a sign-in shows its page, and its words in full', async () => {
  const signIn = { domain: 'app.openmere.test', purpose: 'login', chainId: 31337 } as const;
  const { answer } = await ask({ kind: 'message', text: 'all of the words', signIn });
  expect(screen.getByText('app.openmere.test')).toBeTruthy();
  expect(screen.getByText('all of the words')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Sign' }));
  expect(await answer).toBe('yes');
});

test('behavior: questions stand in line, one at a time', async () => {
  const { answer: first } = await ask({ kind: 'message', text: 'first', signIn: undefined });
  const second = askMember({ kind: 'message', text: 'second', signIn: undefined });
  expect(screen.queryByText('second')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Sign' }));
  await first;
  await waitFor(() => expect(screen.getByText('second')).toBeTruthy());
  fireEvent.click(screen.getByRole('button', { name: 'Sign' }));
  await second;
});

test('behavior: the focus goes to the passphrase only where there is nothing to read first', async () => {
  const token = { symbol: 'USDT', amount: 10n ** 18n, to: other, unlimited: false };
  const { answer: sent } = await ask(transaction({ token }), 'locked');
  expect(document.activeElement).not.toBe(screen.getByLabelText('Wallet passphrase'));
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }));
  await sent;
  cleanup();
  const { answer: unlocked } = await ask({ kind: 'unlock' }, 'locked');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Wallet passphrase')));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await unlocked;
});

test('behavior: while the wallet unlocks one cannot refuse, and closing then answers this question only', async () => {
  let unlocked: () => void = () => undefined;
  unlockWallet.mockReturnValueOnce(new Promise<void>((resolve) => (unlocked = resolve)));
  const { answer: first } = await ask({ kind: 'message', text: 'first', signIn: undefined }, 'locked');
  const second = askMember({ kind: 'message', text: 'second', signIn: undefined }).then(() => 'yes');
  fireEvent.change(screen.getByLabelText('Wallet passphrase'), { target: { value: 'correct horse' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign' }));
  const refuse = screen.getByRole('button', { name: 'Reject' });
  await waitFor(() => expect(refuse.getAttribute('aria-disabled')).toBe('true'));
  fireEvent.click(refuse);
  expect(screen.getByText('first')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(await first).toBe(4001);
  await waitFor(() => expect(screen.getByText('second')).toBeTruthy());
  // The first one was refused: that its wallet is open now answers nothing any more.
  act(() => useInAppWallet.setState({ status: 'unlocked' }));
  await act(async () => unlocked());
  expect(screen.getByText('second')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Sign' }));
  expect(await second).toBe('yes');
});
