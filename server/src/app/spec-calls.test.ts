import { readFile } from 'node:fs/promises';
import { allCalls } from '@openmere/core/calls.ts';
import { depositStatuses } from '@openmere/core/deposit/contract.ts';
import type { Call } from '@openmere/core/kit/call.ts';
import { allPushes } from '@openmere/core/pushes.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';

const whole = await readFile(new URL('../../../docs/spec/calls.md', import.meta.url), 'utf8');
/** Without the list of who may call what (policy.test.ts): a name there explains nothing. */
const [text = ''] = whole.split('\n## Who may call\n');
const byPath = new Map(allCalls.map((call) => [call.path, call]));

/** Parts between separators that stand in no bracket. */
function split(line: string, separator: RegExp): string[] {
  const parts = [''];
  let depth = 0;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line.charAt(at);
    if ('({['.includes(sign)) depth += 1;
    if (')}]'.includes(sign)) depth -= 1;
    const found = depth === 0 ? separator.exec(line.slice(at)) : null;
    if (found?.index === 0) {
      parts.push('');
      at += found[0].length - 1;
    } else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim());
}

/** One for all, or one for each. */
const partOf = (parts: readonly string[], at: number): string | undefined =>
  parts.length === 1 ? parts[0] : parts[at];

type Row = { path: string; input: string; answer: string };

/** The rows of the tables of parameters: `| Users/Info · Balance | parameters · parameters | answer · answer |`. */
function readRows(): Row[] {
  return text.split('\n').flatMap((line) => {
    const cells = line.startsWith('|') ? line.slice(1, -1).split('|') : [];
    const [named = '', inputs = '', answers = ''] = cells.map((cell) => cell.trim());
    if (cells.length !== 3 || !/^\w+\/\w/.test(named)) return [];
    const names = split(named.replaceAll(/ ?\*[^|]*?\)\*| \*\*\+\*\*/g, ''), /^ [·→] /);
    const [domain = ''] = (names[0] ?? '').split('/');
    const [ins, outs] = [split(inputs, /^ [·→] /), split(answers.replaceAll('`', ''), /^(?: [·→] |; )/)];
    return names.map((name, at) => ({
      path: name.includes('/') ? name : `${domain}/${name}`,
      input: partOf(ins, at) ?? 'no parameters are said',
      answer: partOf(outs, at) ?? '',
    }));
  });
}

type Shape = { properties?: object; required?: string[]; anyOf?: Shape[] };
const shapeOf = (schema: z.ZodType, io: 'input' | 'output'): Shape =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Shape;
const objectIn = (shape: Shape): Shape | undefined =>
  shape.properties ? shape : shape.anyOf?.map(objectIn).find((one) => one !== undefined);
const withoutBrackets = (line: string) => line.replaceAll(/\([^()]*\)/g, '');

function inputOf(call: Call): string[] {
  const { properties = {}, required = [] } = shapeOf(call.input, 'input');
  return Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`));
}

/** The fields between the first braces; undefined where the answer is said in words. */
function fieldsSaid(answer: string): string[] | undefined {
  const [first = ''] = split(
    withoutBrackets(answer)
      .replace(/^list of /, '')
      .trim(),
    /^[\s:,]/,
  );
  if (!first.startsWith('{')) return undefined;
  const fields = split(first.slice(1, -1), /^,/).map((field) => field.split(':')[0] ?? '');
  return fields.map((field) => field.replace('?', '').trim()).filter((field) => field !== '');
}

const rows = readRows();
const namesSaid = (line: string) =>
  [...withoutBrackets(line).matchAll(/`(\w+\??)`/g)].map(([, name]) => name);

test('behavior: the table of parameters is read, and each call of it is there', () => {
  expect(rows.length).toBeGreaterThan(90);
  expect(rows.filter(({ path }) => !byPath.has(path))).toEqual([]);
});

test.each(rows)(
  'behavior: $path takes exactly the parameters that the specification names',
  ({ path, input }) => {
    const call = byPath.get(path);
    expect(call && inputOf(call).toSorted()).toEqual(namesSaid(input).toSorted());
  },
);

test.each(rows.filter(({ answer }) => fieldsSaid(answer)))(
  'behavior: $path answers exactly the fields that the specification names',
  ({ path, answer }) => {
    const call = byPath.get(path);
    const fields = Object.keys((call?.output && objectIn(shapeOf(call.output, 'output'))?.properties) ?? {});
    const said = fieldsSaid(answer) ?? [];
    const open = said.includes('…');
    expect(fields.filter((field) => !open || said.includes(field)).toSorted()).toEqual(
      said.filter((field) => field !== '…').toSorted(),
    );
  },
);

test('behavior: the specification names every kind of push, and every status of a deposit', () => {
  const [, socket = ''] = text.split('\n## Socket\n');
  const kinds = new Set(allPushes.map(({ push }) => push.split('.')[0]));
  expect([...kinds].filter((kind) => !socket.includes(`\`${kind}\``))).toEqual([]);
  const statuses = /Status words\. Deposit: ([^.]*)\./.exec(text)?.[1] ?? '';
  expect([...statuses.matchAll(/`(\w+)`/g)].map(([, word]) => word).toSorted()).toEqual(
    depositStatuses.toSorted(),
  );
});

test('refuses: a member’s call that the specification does not name', () => {
  const named = allCalls.filter(({ path }) => text.includes(path.slice(path.indexOf('/') + 1)));
  const missing = allCalls.filter((call) => !named.includes(call) && !call.path.startsWith('Admin/'));
  expect(missing.map(({ path }) => path)).toEqual([]);
});
