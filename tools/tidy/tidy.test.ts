import { rmSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { domainImports } from './domain-imports.ts';
import { code } from './example/code.ts';
import { good } from './example/good.ts';
import { treeOf } from './example/repository.ts';
import type { Files } from './example/repository.ts';
import { texts } from './example/texts.ts';
import { walls } from './example/walls.ts';
import { rules } from './rules.ts';
import type { Finding, Rule } from './tree.ts';

const bad = { ...walls, ...code, ...texts };
const examples = rules.flatMap((rule) =>
  Object.entries(bad[rule.name] ?? {}).map(([example, files]) => ({
    name: `${rule.name}/${example}`,
    rule,
    files,
  })),
);

const made: string[] = [];
afterEach(() => {
  for (const root of made.splice(0)) rmSync(root, { recursive: true });
});

async function check(rule: Rule, files: Files): Promise<Finding[]> {
  const tree = treeOf(files);
  made.push(tree.root);
  return rule.check(tree);
}

describe('style test', () => {
  test.each(examples)('refuses: $name', async ({ rule, files }) => {
    const found = await check(rule, files);
    expect(found.length).toBeGreaterThan(0);
    for (const one of found)
      expect(one).toMatchObject({
        line: expect.any(Number) as number,
        path: expect.stringMatching(/\w/) as string,
      });
  });

  test('refuses: a rule without a bad example, and an example without a rule', () => {
    expect(Object.keys(bad).toSorted()).toEqual(rules.map((rule) => rule.name).toSorted());
  });

  test('behavior: an empty repository has nothing to object to', async () => {
    for (const rule of rules) expect(await check(rule, {})).toEqual([]);
  });

  test('behavior: each permitted import between domains has its reason, and stands once', () => {
    const pairs = domainImports.map((line) => `${line.from} ${line.to}`);
    expect(new Set(pairs).size).toBe(pairs.length);
    for (const line of domainImports) expect(line.reason.length).toBeGreaterThan(15);
  });
});

describe('what a rule must let pass', () => {
  test.each(rules.map((rule) => ({ name: rule.name, rule })))(
    'behavior: $name passes good code',
    async ({ rule }) => {
      expect(await check(rule, good)).toEqual([]);
    },
  );
});
