// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import { testDryRun, testProposal } from '../parts/test-proposal.ts';
import { serveTest, TestRefusal } from '../platform/test-server.ts';
import type { Asked } from '../platform/test-server.ts';
import { CountryRulesScreen, SettingsScreen } from './settings-screen.tsx';

afterEach(() => {
  location.hash = '';
  cleanup();
  vi.unstubAllGlobals();
});

const fee: OutputOf<'Admin/Settings'> = {
  idx: 'withdraw.fee',
  val: '1',
  standard: '1',
  type: 'amount',
  range: ['0', '1000000000'],
  public: true,
  changeable: true,
  changed: null,
  changedby: null,
};
const screening = { ...fee, idx: 'risk.screeningRequired', type: 'flag' as const, range: null };
const transferFee = {
  ...fee,
  idx: 'transfer.feeBps',
  val: '50',
  type: 'bps' as const,
  range: ['0', '10000'] as [string, string],
};
const cap = { ...fee, idx: 'signer.capDay', val: '100000', public: false, changeable: false };

const hours = {
  ...fee,
  idx: 'country.coolingHours',
  val: '',
  standard: '',
  type: 'countryHours' as const,
  range: null,
};
const warnings = { ...hours, idx: 'country.warnings', type: 'countryTexts' as const };

let queries: ReturnType<typeof drawScreen>;
type Served = Parameters<typeof serveTest>[0];
function open(address: string, view = <SettingsScreen />, other: Served = {}): Asked[] {
  location.hash = address;
  const asked = serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role: 'admin', idleminutes: 15 }),
    'Admin/Settings': () => ({ list: [fee, cap, screening, transferFee, hours, warnings] }),
    'Admin/SettingHistory': () => ({
      list: [{ val: '1', version: 1, time: '2026-05-04T12:00:00.000Z', by: 'installation' }],
    }),
    'Admin/Proposals': () => ({ list: [] }),
    'Admin/DryRun': () =>
      testDryRun({
        changes: [{ what: 'withdraw.fee', before: '1', after: '2' }],
        entries: [],
        members: [],
        everyone: true,
      }),
    'Admin/Propose': () => testProposal(),
    ...other,
  });
  queries = drawScreen(view);
  return asked;
}

test('refuses: to change what only the installation changes', async () => {
  open('#/settings?open=signer.capDay');
  expect(await screen.findByText(/Only the installation changes this/)).toBeDefined();
  expect(screen.queryByLabelText('New value')).toBeNull();
});

test('refuses: to take away what was looked at when the rules cannot be read again', async () => {
  let isAway = false;
  open('#/settings?open=withdraw.fee', <SettingsScreen />, {
    'Admin/Settings': () => {
      if (isAway) throw new TestRefusal('request.unavailable', 'The service is not available now.');
      return { list: [fee] };
    },
  });
  fireEvent.change(await screen.findByLabelText('New value'), { target: { value: '2' } });
  fireEvent.click(screen.getByRole('button', { name: 'See what it does' }));
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'costs rose' } });
  isAway = true;
  await queries.invalidateQueries({ queryKey: ['Admin/Settings'] });
  await screen.findAllByText(/Below is what was read at/);
  expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('costs rose');
});

test('refuses: to wait for ever for a rule that there is not', async () => {
  open('#/settings?open=gone.rule');
  expect(await screen.findByText('Nothing found')).toBeDefined();
});

test('refuses: while one types, what is no value or outside its bounds; the bounds are said before', async () => {
  open('#/settings?open=withdraw.fee');
  const field = await screen.findByLabelText<HTMLInputElement>('New value');
  expect(field.inputMode).toBe('decimal');
  screen.getByText('A plain amount from 0 to 1,000,000,000.');
  expect(screen.queryByRole('alert')).toBeNull();
  for (const value of ['', '-1', '1e3', '1000000001']) {
    fireEvent.change(field, { target: { value } });
    expect(screen.getByRole('alert').textContent, value).toBe('A plain amount from 0 to 1,000,000,000.');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'See what it does' }).disabled).toBe(true);
  }
  fireEvent.change(field, { target: { value: '2.5' } });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'See what it does' }).disabled).toBe(false);
});

test('behavior: what is on or off is a switch; basis points say what they are in percent, beside the field and in the list', async () => {
  open('#/settings?open=risk.screeningRequired');
  fireEvent.click(await screen.findByText('Off'));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'See what it does' }).disabled).toBe(false);
  cleanup();
  open('#/settings?open=transfer.feeBps');
  fireEvent.change(await screen.findByLabelText('New value'), { target: { value: '75' } });
  screen.getByText('basis points = 0.75 %');
  screen.getByText('50 basis points = 0.5 %');
});

test('refuses: a proposal after somebody else’s, says so, and shows theirs to answer', async () => {
  let isThere = false;
  const hers = testProposal({ kind: 'setting', subject: 'withdraw.fee', value: '3', reason: 'as agreed' });
  open('#/settings?open=withdraw.fee', <SettingsScreen />, {
    'Admin/Proposals': () => ({ list: isThere ? [hers] : [] }),
    'Admin/Propose': () => {
      isThere = true;
      throw new TestRefusal('operator.proposalopen', 'Somebody else’s proposal is open.', 'conflict');
    },
  });
  fireEvent.change(await screen.findByLabelText('New value'), { target: { value: '2' } });
  fireEvent.click(screen.getByRole('button', { name: 'See what it does' }));
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'costs rose' } });
  fireEvent.click(screen.getByRole('button', { name: /^Propose/ }));
  expect(await screen.findByText('Somebody else’s proposal is open.')).toBeDefined();
  expect(await screen.findByText(/as agreed/)).toBeDefined();
  expect(screen.getByRole('button', { name: /^Confirm/ })).toBeDefined();
});

test('behavior: a rule is looked at, says that it holds for all, and is proposed', async () => {
  const asked = open('#/settings?open=withdraw.fee');
  const look = await screen.findByRole<HTMLButtonElement>('button', { name: 'See what it does' });
  expect(look.disabled).toBe(true);
  fireEvent.change(screen.getByLabelText('New value'), { target: { value: '2' } });
  fireEvent.click(await screen.findByRole('button', { name: 'See what it does' }));
  expect(await screen.findByText(/All members, from the moment of confirmation/)).toBeDefined();
  expect(screen.getByText('None. No money moves.')).toBeDefined();
  expect(asked.find(({ path }) => path === 'Admin/DryRun')?.input).toEqual({
    kind: 'setting',
    subject: 'withdraw.fee',
    value: '2',
  });
});

test('behavior: rules are found by their name', async () => {
  open('#/settings?search=signer');
  expect(await screen.findByText('Signer: most in a day')).toBeDefined();
  expect(screen.queryByText('Withdrawal fee')).toBeNull();
});

test('behavior: rules by country stand together; hours and texts are refused while one types what they are not', async () => {
  open('#/countries?open=country.coolingHours', <CountryRulesScreen />);
  const field = await screen.findByLabelText('New value');
  fireEvent.change(field, { target: { value: 'GB:24;FR:48' } });
  expect((await screen.findByRole('alert')).textContent).toContain('GB:24,FR:48');
  fireEvent.change(field, { target: { value: 'GB:24,FR:48' } });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getAllByText('Cooling-off before the first way in, by country').length).toBeGreaterThan(0);
  expect(screen.getByText('Warnings by country')).toBeTruthy();
  expect(screen.queryByText('Withdrawal fee')).toBeNull();
});

test('behavior: a rule that was changed once goes back to its standard, which nobody set', async () => {
  open('#/settings?open=withdraw.fee', <SettingsScreen />, {
    'Admin/Settings': () => ({ list: [{ ...fee, val: '100' }] }),
    'Admin/SettingHistory': () => ({
      list: [{ val: '100', version: 1, time: '2026-05-04T12:00:00.000Z', by: 'operator-one' }],
    }),
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Fill in the former value 1 / }));
  expect(screen.getByLabelText<HTMLInputElement>('New value').value).toBe('1');
});

test('behavior: a former value is filled into the form, and proposed like any other', async () => {
  const asked = open('#/settings?open=withdraw.fee', <SettingsScreen />, {
    'Admin/SettingHistory': () => ({
      list: [
        { val: '1', version: 2, time: '2026-05-04T12:00:00.000Z', by: 'operator-one' },
        { val: '2.5', version: 1, time: '2026-05-03T12:00:00.000Z', by: 'installation' },
      ],
    }),
  });
  expect(await screen.findAllByRole('button', { name: /^Fill in the former value/ })).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: /^Fill in the former value 2.5/ }));
  expect(screen.getByLabelText<HTMLInputElement>('New value').value).toBe('2.5');
  fireEvent.click(screen.getByRole('button', { name: 'See what it does' }));
  await expect
    .poll(() => asked.find(({ path }) => path === 'Admin/DryRun')?.input)
    .toMatchObject({ subject: 'withdraw.fee', value: '2.5' });
});
