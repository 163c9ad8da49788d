import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rules } from './rules.ts';
import { domainImports } from './domain-imports.ts';
import { Tree } from './tree.ts';

const BAD = join(import.meta.dirname, 'bad');

const examples = rules.flatMap((rule) =>
  readdirSync(join(BAD, rule.name)).map((example) => ({ name: `${rule.name}/${example}`, rule, example })),
);

describe('style test', () => {
  test.each(examples)('refuses: $name', async ({ rule, example }) => {
    const found = await rule.check(new Tree(join(BAD, rule.name, example)));
    expect(found.length).toBeGreaterThan(0);
    for (const one of found)
      expect(one).toMatchObject({
        line: expect.any(Number) as number,
        path: expect.stringMatching(/\w/) as string,
      });
  });

  test('refuses: a rule without a bad example, and an example without a rule', () => {
    expect(readdirSync(BAD).toSorted()).toEqual(rules.map((rule) => rule.name).toSorted());
  });

  test('behavior: an empty repository has nothing to object to', async () => {
    for (const rule of rules) {
      if (rule.name === 'specified-routes' || rule.name === 'specified-calls') continue;
      expect(await rule.check(new Tree(join(BAD, 'lock-file')))).toEqual([]);
    }
  });

  test('behavior: each permitted import between domains has its reason, and stands once', () => {
    const pairs = domainImports.map((line) => `${line.from} ${line.to}`);
    expect(new Set(pairs).size).toBe(pairs.length);
    for (const line of domainImports) expect(line.reason.length).toBeGreaterThan(15);
  });
});

describe('what a rule must let pass', () => {
  const good = new Tree(join(import.meta.dirname, 'good'));

  test.each(rules.map((rule) => ({ name: rule.name, rule })))(
    'behavior: $name passes good code',
    async ({ rule }) => {
      expect(await rule.check(good)).toEqual([]);
    },
  );
});
