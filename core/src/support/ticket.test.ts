import { expect, test } from 'vitest';
import { checkContact, checkMessage, checkPictures, normaliseMessage } from './message.ts';
import { formatAbout, nextTicket, parseAbout } from './ticket.ts';

test('refuses: what names no record', () => {
  for (const text of [
    '',
    'withdrawal',
    'withdrawal:',
    'house:wdr_1',
    'withdrawal:1',
    'trade:trd_1; drop',
    'Trade:trd_1',
  ])
    expect(parseAbout(text)).toBeUndefined();
});

test('refuses: empty, hidden and too long texts, pictures of elsewhere', () => {
  for (const text of ['', 'x'.repeat(2_001), 'a\u0000b', 'a\u202eb'])
    expect(checkMessage(text)?.code).toBe('support.badtext');
  expect(checkMessage('x'.repeat(2_000))).toBeUndefined();
  expect(checkMessage('two\nlines')).toBeUndefined();
  for (const contact of ['x'.repeat(121), 'two\nlines'])
    expect(checkContact(contact)?.code).toBe('support.badcontact');
  expect(checkContact('')).toBeUndefined();
  expect(checkPictures(['/files/../../x.webp'])?.code).toBe('support.badpicture');
});

test('behavior: a record is named by its kind and id; a ticket moves as its sides act', () => {
  const about = parseAbout('withdrawal:wdr_01');
  expect(about).toEqual({ kind: 'withdrawal', id: 'wdr_01' });
  expect(about && formatAbout(about)).toBe('withdrawal:wdr_01');
  expect((['write', 'answer', 'close'] as const).map(nextTicket)).toEqual(['open', 'answered', 'closed']);
  expect(normaliseMessage('  a \r\n\r\n\r\n\r\n b  c ')).toBe('a \n\n b c');
});
