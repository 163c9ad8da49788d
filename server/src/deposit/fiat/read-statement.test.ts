import { csvPresets } from '@openmere/core/deposit/fiat/statement.ts';
import { expect, test } from 'vitest';
import { readCamtStatement } from './read-camt.ts';
import { readCsvStatement } from './read-statement.ts';

const euro = { currency: 'EUR', decimals: 2, account: 'DE75 5121 0800 1245 1261 99', others: [] as string[] };
const bytes = (text: string): Buffer => Buffer.from(text);

test('refuses: a CSV row with a wrong date, amount or currency by its line, and a column that is missing', () => {
  const text = [
    'Date;Amount;Currency;Bank reference;Name;Account;Text',
    '2026-05-04;12.50;EUR;B1;Anna;DE1;hello',
    'yesterday;12.50;EUR;B2;Anna;DE1;hello',
    '2026-05-04;=1+1;EUR;B3;Anna;DE1;hello',
    '2026-05-04;12.50;USD;B4;Anna;DE1;hello',
  ].join('\n');
  const { lines, problems } = readCsvStatement(bytes(text), csvPresets.plain, euro);
  expect(lines).toHaveLength(1);
  expect(problems).toEqual([
    { line: 3, problem: 'date', text: 'yesterday' },
    { line: 4, problem: 'amount', text: '=1+1' },
    { line: 5, problem: 'currency', text: 'USD' },
  ]);
  const wanting = readCsvStatement(bytes(text), { ...csvPresets.plain, amount: 'sum' }, euro);
  expect(wanting.problems).toEqual([{ line: 1, problem: 'column', text: 'sum' }]);
  expect(() => readCsvStatement(bytes('nothing'), csvPresets.plain, euro)).toThrow('deposit.fiatbadfile');
});

test('behavior: a German bank’s CSV: no reference of the payer’s, and what is not booked yet is left out', () => {
  const head =
    '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Kundenreferenz (End-to-End)";"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"BIC (SWIFT-Code)";"Betrag";"Waehrung";"Info"';
  const credit = (name: string, info: string): string =>
    `"DE1";"04.05.26";"04.05.26";"GUTSCHRIFT";"OM7K2QX9";"NOTPROVIDED";"${name}";"DE2";"BIC";"1.100,00";"EUR";"${info}"`;
  const file = [head, credit('Anna', 'Umsatz gebucht'), credit('Bert', 'Umsatz vorgemerkt')].join('\r\n');
  const { lines, problems } = readCsvStatement(bytes(file), csvPresets.german, euro);
  expect(problems).toEqual([]);
  expect(lines).toMatchObject([
    { day: '2026-05-04', amount: 110_000n, bankRef: '', name: 'Anna', text: 'OM7K2QX9' },
  ]);
});

const codes = (text: string, mark: string, code: 'utf8' | 'utf16le' | 'latin1'): Buffer =>
  Buffer.concat([Buffer.from(mark, 'hex'), Buffer.from(text, code)]);
/** The same in the other order of bytes. */
const swapped = (text: string): Buffer => codes(`\ufeff${text}`, '', 'utf16le').swap16();
const named = (name: string): string => `date;amount;name;text\n2026-05-04;12.50;${name};OM7K2QX9`;
const byNames = { ...csvPresets.plain, currency: '', bankref: '', account: '' };

test.each([
  ['utf-8', 'UTF-8', codes(named('Jürgen Œuvré'), '', 'utf8')],
  ['utf-8', 'UTF-8 with its mark', codes(named('Jürgen Œuvré'), 'efbbbf', 'utf8')],
  ['utf-16', 'UTF-16', codes(named('Jürgen Œuvré'), 'fffe', 'utf16le')],
  ['utf-16', 'UTF-16, the large byte first', swapped(named('Jürgen Œuvré'))],
  ['windows-1252', 'Windows-1252', codes(named('J\xfcrgen \x8cuvr\xe9'), '', 'latin1')],
])('behavior: no letter of a statement is lost: %s, from %s', (encoding, _what, file) => {
  const read = readCsvStatement(file, byNames, euro);
  expect(read).toMatchObject({ encoding, problems: [], lines: [{ name: 'Jürgen Œuvré' }] });
});

test('behavior: a camt.053 statement in an old code is read by it', () => {
  const file = camt(entry().replace('M&amp;M', 'B\xe4cker'));
  const { encoding, lines } = readCamtStatement(Buffer.from(file, 'latin1'), euro);
  expect([encoding, lines[0]?.name]).toEqual(['windows-1252', 'Bäcker GmbH']);
});

test.each([
  ['a byte that no letter has', codes(named('J\x81rgen'), '', 'latin1')],
  ['what is marked as UTF-8 and is not', codes(named('J\xfcrgen'), 'efbbbf', 'latin1')],
  ['half a letter of UTF-16', codes(`${named('J')}`, 'fffe', 'utf16le').subarray(0, -1)],
  ['UTF-16 without a mark', codes(named('Jürgen'), '', 'utf16le')],
])('refuses: %s rather than guess', (_what, file) => {
  expect(() => readCsvStatement(file, byNames, euro)).toThrow('deposit.fiatbadfile');
});

const entry = (
  extra = '',
): string => `<Ntry><Amt Ccy="EUR">120.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
  <BookgDt><Dt>2026-05-04</Dt></BookgDt><AcctSvcrRef>S1</AcctSvcrRef>${extra}<NtryDtls><TxDtls>
  <RltdPties><Dbtr><Pty><Nm>M&amp;M GmbH</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></DbtrAcct></RltdPties>
  <RmtInf><Ustrd>OMAB</Ustrd><Ustrd>CDE</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
const camt = (body: string): string =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>${body}</Stmt></BkToCstmrStmt></Document>`;

test.each([
  ['no XML', 'date,amount'],
  ['another document', '<html></html>'],
  ['a document type', `<!DOCTYPE x [<!ENTITY a "b">]>${camt(entry())}`],
  ['a document type in other letters', `<!doctype x SYSTEM "file:///etc/passwd">${camt(entry())}`],
  ['what is not closed', camt(entry()).slice(0, -20)],
  ['a thousand levels', camt('<a>'.repeat(1000) + '</a>'.repeat(1000))],
])('refuses: %s as a camt.053 statement', (_what, text) => {
  expect(() => readCamtStatement(bytes(text), euro)).toThrow('deposit.fiatbadfile');
});

test('behavior: a camt.053 statement is read, what left or came back is not money that came', () => {
  const reversed = entry('<RvslInd>true</RvslInd>');
  const out = entry().replace('CRDT', 'DBIT');
  const pending = entry().replace('BOOK', 'PDNG');
  const { lines, problems, left } = readCamtStatement(bytes(camt(entry() + reversed + out + pending)), euro);
  expect(problems).toEqual([]);
  expect(left.map(({ reversal }) => reversal)).toEqual([true, false]);
  expect(lines).toEqual([
    {
      part: 1,
      line: 1,
      day: '2026-05-04',
      currency: 'EUR',
      amount: 12_050n,
      bankRef: 'S1',
      name: 'M&M GmbH',
      account: 'DE89370400440532013000',
      text: 'OMAB CDE',
    },
  ]);
});

test.each(['true', '1'])('refuses: a reversal (%s) as money that came in, whichever way it went', (yes) => {
  const reversed = entry(`<RvslInd>${yes}</RvslInd>`);
  // The bank takes a credit back: the entry is a debit, with the text of the credit.
  const takenBack = reversed.replace('CRDT', 'DBIT');
  expect(readCamtStatement(bytes(camt(reversed + takenBack)), euro)).toMatchObject({
    lines: [],
    left: [
      { reversal: true, isCredit: true },
      { reversal: true, isCredit: false },
    ],
    problems: [],
  });
});

test('behavior: what left with the reason of a return is a reversal of its payer’s, what came with one is money', () => {
  const came = entry().replace('<RmtInf>', '<RtrInf><Rsn><Cd>FRAD</Cd></Rsn></RtrInf><RmtInf>');
  const { lines, left } = readCamtStatement(bytes(camt(came + came.replace('CRDT', 'DBIT'))), euro);
  expect(lines).toHaveLength(1);
  expect(left).toMatchObject([{ reversal: true, isCredit: false, account: 'DE89370400440532013000' }]);
});

const ofAccount = (id: string, body: string): string =>
  `<Stmt><Acct><Id>${id}</Id><Ccy>EUR</Ccy></Acct>${body}</Stmt>`;
const many = (...statements: string[]): Buffer =>
  bytes(camt('').replace('<Stmt></Stmt>', statements.join('')));
const iban = (account: string): string => `<IBAN>${account}</IBAN>`;

test('refuses: the statement of another account of ours, alone or beside the right one', () => {
  const [mine, other] = ['DE75512108001245126199', 'DE02120300000000202051'];
  const bank = { ...euro, others: ['DE02 1203 0000 0000 2020 51'] };
  const foreign = ofAccount(iban(other), entry());
  expect(() => readCamtStatement(many(foreign), bank)).toThrow('deposit.fiatotheraccount');
  const both = readCamtStatement(many(foreign, ofAccount(iban(mine), entry().replace('S1', 'S2'))), bank);
  expect(both.lines.map(({ bankRef }) => bankRef)).toEqual(['S2']);
});

test('behavior: a statement that names no account, the old one of this bank, or one that two of ours share is read', () => {
  const [mine, old] = ['DE75512108001245126199', 'DE21500500009876543210'];
  const bank = { ...euro, others: ['DE02 1203 0000 0000 2020 51'] };
  const number = '<Othr><Id>1245126199</Id></Othr>';
  for (const one of [
    ofAccount(iban(mine), entry()),
    ofAccount(iban(old), entry()),
    ofAccount(number, entry()),
  ])
    expect(readCamtStatement(many(one), bank).lines).toHaveLength(1);
  expect(readCamtStatement(bytes(camt(entry())), bank).lines).toHaveLength(1);
  // As people and banks write it: spaces, small letters, the former number with its currency, and what names no number at all.
  const others = ['DE75 5121 0800 1245 1261 99', '—'];
  for (const written of ['DE75512108001245126199', 'de75 5121 0800 1245 1261 99'])
    for (const account of ['DE75 5121 0800 1245 1261 99 EUR', '1245 1261 99', 'IBAN de75512108001245126199'])
      expect(
        readCamtStatement(many(ofAccount(iban(written), entry())), { ...euro, account, others }).lines,
      ).toHaveLength(1);
  expect(
    readCamtStatement(many(ofAccount(iban(old), entry())), { ...euro, others: ['—'] }).lines,
  ).toHaveLength(1);
  const shared = { ...euro, others: [euro.account] };
  expect(readCamtStatement(many(ofAccount(iban(mine), entry())), shared).lines).toHaveLength(1);
});

test('behavior: a row of no money stops no statement', () => {
  const rows = ['date,amount,name,text', '2026-05-04,0.00,Bank,closing', '2026-05-04,-0.00,Bank,closing'];
  const read = readCsvStatement(bytes([...rows, '2026-05-04,12.50,Anna,x'].join('\n')), byNames, euro);
  expect(read).toMatchObject({ problems: [], lines: [{ amount: 1_250n }] });
  const nothing = entry().replace('120.50', '0.00');
  expect(readCamtStatement(bytes(camt(nothing + entry())), euro)).toMatchObject({
    problems: [],
    lines: [{ amount: 12_050n }],
  });
});

test('behavior: a batch is one line for each of its transactions', () => {
  const part = (amount: string): string =>
    `<TxDtls><Refs><AcctSvcrRef>T${amount}</AcctSvcrRef></Refs><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></TxDtls>`;
  const batch = entry().replace(
    /<NtryDtls>.*<\/NtryDtls>/s,
    `<NtryDtls>${part('100.00')}${part('20.50')}</NtryDtls>`,
  );
  const { lines } = readCamtStatement(bytes(camt(batch)), euro);
  expect(lines.map(({ amount, bankRef }) => [amount, bankRef])).toEqual([
    [10_000n, 'T100.00'],
    [2_050n, 'T20.50'],
  ]);
});
