// @vitest-environment happy-dom
import { cleanup, createEvent, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openScreen } from '../../app/test-screen.tsx';
import { memberInfo } from '../../member/test-member.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Where a password is asked for: what its fields tell a password manager, in their order. */
const screens: [name: string, address: string, visitor: boolean, kinds: string[]][] = [
  ['login', '/pages/login/login', true, ['current-password']],
  [
    'a new login password',
    '/pages/mine/setPwd/setPwd?kind=login',
    false,
    ['current-password', 'new-password', 'new-password'],
  ],
  [
    'a new payment password',
    '/pages/mine/setPwd/setPwd?kind=pay',
    false,
    ['current-password', 'new-password', 'new-password'],
  ],
];

async function fieldsOf(address: string, visitor: boolean): Promise<HTMLInputElement[]> {
  await openScreen(address, { 'Users/Info': () => memberInfo }, { visitor });
  if (visitor) fireEvent.click(await screen.findByRole('radio', { name: 'Password' }));
  await screen.findAllByRole('button', { name: 'Show password' });
  return Array.from(document.querySelectorAll<HTMLInputElement>('input[autocomplete$="-password"]'));
}

test.each(screens)(
  'refuses: to show a password before somebody asks for it: %s',
  async (_name, address, visitor, kinds) => {
    const fields = await fieldsOf(address, visitor);
    expect(fields.map(({ type, autocomplete }) => [type, autocomplete])).toEqual(
      kinds.map((kind) => ['password', kind]),
    );
    const [first] = fields;
    if (!first) throw new Error('no field');
    fireEvent.change(first, { target: { value: ' Zwölf 密码 1 ' } });
    const [show] = screen.getAllByRole('button', { name: 'Show password' });
    if (show) fireEvent.click(show);
    expect(fields.map(({ type }) => type)).toEqual(['text', ...kinds.slice(1).map(() => 'password')]);
    expect(first.value).toBe(' Zwölf 密码 1 ');
    fireEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(first.type).toBe('password');
  },
);

test.each(screens)('behavior: a password may be pasted, whole: %s', async (_name, address, visitor) => {
  for (const field of await fieldsOf(address, visitor)) {
    const paste = createEvent.paste(field);
    fireEvent(field, paste);
    expect(paste.defaultPrevented).toBe(false);
    expect(field.readOnly || field.disabled).toBe(false);
    expect(field.maxLength === -1 || field.maxLength >= 128).toBe(true);
  }
});
