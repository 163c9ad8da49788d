import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineCall, member } from '@openmere/core/kit/call.ts';
import type { Call } from '@openmere/core/kit/call.ts';
import { nothing } from '@openmere/core/kit/schema.ts';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { answerSchemaOf } from './answer-schema.ts';
import { answerOf } from './envelope.ts';

type Json = Record<string, unknown>;

const core = join(import.meta.dirname, '../../../../core/src');
const calls: Call[] = [];
for (const folder of readdirSync(core, { withFileTypes: true })) {
  const file = join(core, folder.name, 'contract.ts');
  if (!folder.isDirectory() || !readdirSync(join(core, folder.name)).includes('contract.ts')) continue;
  const found = Object.values((await import(file)) as Record<string, unknown>);
  calls.push(
    ...found.filter((one): one is Call => typeof one === 'object' && one !== null && 'access' in one),
  );
}

/** What texts look like; the first that a schema's pattern takes stands for it. */
const texts = [
  'a "quoted"\n\u2028 text',
  '12.5',
  '7',
  '2026-05-04T12:00:00.000Z',
  '2026-05-04',
  '2026-05',
  'USDT',
  `0x${'a'.repeat(40)}`,
  `0x${'b'.repeat(64)}`,
  'c'.repeat(64),
  'mem_1',
  '0f9b1c1e-7b1a-4c58-9a51-5d6f3a2b1c0d',
  'DE',
];

/** A value that the schema allows, with fields besides that it does not know. `full`: nothing optional or null is left out. */
function sampleOf(schema: Json, full: boolean): unknown {
  const branches = schema['anyOf'] as Json[] | undefined;
  if (branches) return sampleOf((full ? branches[0] : branches.at(-1)) as Json, full);
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return (schema['enum'] as unknown[])[0];
  const type = Array.isArray(schema['type'])
    ? schema['type'][full ? 0 : schema['type'].length - 1]
    : schema['type'];
  switch (type) {
    case 'object': {
      const required = (schema['required'] as string[] | undefined) ?? [];
      const entries = Object.entries((schema['properties'] as Record<string, Json> | undefined) ?? {});
      const known = entries.filter(([name]) => full || required.includes(name));
      const named = Object.fromEntries(known.map(([name, one]) => [name, sampleOf(one, full)]));
      const more = schema['additionalProperties'];
      if (typeof more === 'object' && more !== null) return { ...named, any: sampleOf(more as Json, full) };
      return { ...named, secretColumn: 'CANARY', secretRow: { deep: 'CANARY' } };
    }
    case 'array':
      return full ? [sampleOf(schema['items'] as Json, full), sampleOf(schema['items'] as Json, full)] : [];
    case 'string': {
      const pattern = new RegExp((schema['pattern'] as string | undefined) ?? '', 'u');
      const most = Number(schema['maxLength'] ?? Number.POSITIVE_INFINITY);
      return texts.find((text) => text.length <= most && pattern.test(text)) ?? '';
    }
    case 'integer':
    case 'number':
      return Math.min(Math.max(7, Number(schema['minimum'] ?? 0)), Number(schema['maximum'] ?? 7));
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return { free: ['form'] };
  }
}

/** What the compiled serializer makes of a result, parsed before or not. */
async function write(call: Call, result: unknown, parses: boolean): Promise<string> {
  const server = Fastify();
  const schema = { response: { 200: answerSchemaOf(call) } };
  server.post('/', { schema }, async () => answerOf(call, result, parses));
  const response = await server.inject({ method: 'POST', url: '/' });
  await server.close();
  return response.body;
}

test('refuses: to write an answer that lacks what its contract demands', async () => {
  const output = z.object({ id: z.string(), deep: z.object({ amount: z.string() }) });
  const call = defineCall({
    path: 'Users/X',
    summary: '',
    access: member,
    answer: 'data',
    input: nothing,
    output,
  });
  expect(await write(call, { id: 'a', deep: {} }, false)).toContain('"statusCode":500');
});

test('behavior: of every call’s answer the serializer writes what parsing by the contract leaves, and nothing else', async () => {
  expect(calls.length).toBeGreaterThan(60);
  for (const call of calls.filter(({ answer }) => answer !== 'none')) {
    for (const full of [true, false]) {
      const one = sampleOf(z.toJSONSchema(call.output, { io: 'output', reused: 'inline' }) as Json, full);
      const result = call.answer === 'list' ? { list: [one, one], cursor: 'next', secret: 'CANARY' } : one;
      const text = await write(call, result, false);
      const expected = answerOf(call, result, true);
      expect([call.path, JSON.parse(text)]).toEqual([call.path, JSON.parse(JSON.stringify(expected))]);
      expect(text).not.toContain('CANARY');
    }
  }
});
