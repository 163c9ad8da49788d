// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen, Refused } from '../app/test-screen.tsx';
import { judgeOutside } from './outside.ts';

const hosts = ['bscscan.com'];
const path = (address: string) => `/pages/webview/webview?url=${encodeURIComponent(address)}`;

test.each<[string | undefined, string]>([
  [undefined, 'none'],
  ['', 'none'],
  ['bscscan.com/tx/0x1', 'broken'],
  ['//bscscan.com', 'broken'],
  [`https://bscscan.com/${'a'.repeat(2000)}`, 'broken'],
  ['http://bscscan.com/tx/0x1', 'insecure'],
  ['javascript:alert(1)', 'insecure'],
  ['data:text/html,hello', 'insecure'],
  ['blob:https://bscscan.com/1', 'insecure'],
  ['https://bscscan.com@evil.example/', 'login'],
  ['https://:secret@bscscan.com/', 'login'],
  ['https://evil.example/?bscscan.com', 'unknown'],
  ['https://www.bscscan.com/', 'unknown'],
  ['https://bscscan.com.evil.example/', 'unknown'],
  ['https://bscscan.com.:443/', 'unknown'],
  ['https://bscscan.com:8443/', 'unknown'],
  ['https://bscѕcan.com/', 'unknown'],
])('refuses: %s (%s)', (address, refused) => {
  expect(judgeOutside(address, hosts).refused).toBe(refused);
});

test.each([
  ['https://bscscan.com/tx/0x1?a=b#c', 'https://bscscan.com/tx/0x1?a=b#c'],
  ['HTTPS://BscScan.com\\@evil.example', 'https://bscscan.com/@evil.example'],
  ['https://bscscan.com/\u202egnp.exe', 'https://bscscan.com/%E2%80%AEgnp.exe'],
])('behavior: %s opens as it is shown', (address, shown) => {
  expect(judgeOutside(address, hosts).url?.href).toBe(shown);
});

test('behavior: the whole address is shown, and a new tab opens that learns nothing of this one', async () => {
  const address = `https://bscscan.com/tx/0x${'ab'.repeat(32)}`;
  await openScreen(path(address), {}, { visitor: true });
  expect(await screen.findByText(address)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Open bscscan.com' });
  expect(link.getAttribute('href')).toBe(address);
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('rel')).toContain('noopener');
});

test('refuses: another host with the reason, and nothing to tap', async () => {
  await openScreen(path('https://evil.example/bscscan.com'), {}, { visitor: true });
  expect(await screen.findByText(/not on our list/)).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

test('refuses: to show words in place of an address, as if they were ours', async () => {
  await openScreen(path('Your account is locked, call +1 555 0100'), {}, { visitor: true });
  expect(await screen.findByText('This is not a complete address.')).toBeTruthy();
  expect(document.body.textContent).not.toContain('locked');
});

test('refuses: to lead anywhere without knowing the list', async () => {
  const refuse = () => {
    throw new Refused('request.unavailable', 'Try again later.');
  };
  await openScreen(path('https://bscscan.com/'), { 'Ctrls/GetConfig': refuse }, { visitor: true });
  expect(await screen.findByText('Try again later.')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});
