import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { int2Array, int4Array, numericArray, textArray, uuidArray } from './binary-array.ts';
import type { Database } from './connect.ts';
import type { TestDatabase } from './test-database.ts';
import { cloneDatabase } from './test-setup.ts';

let clone: TestDatabase;
let app: Database;
beforeAll(async () => {
  clone = await cloneDatabase();
  app = clone.connect('app');
});
afterAll(() => clone.drop());

/** What PostgreSQL read, as its own text. */
async function readBack(type: string, array: Buffer): Promise<unknown> {
  const { rows } = await app.pool.query<{ list: unknown }>(`select to_json($1::${type}[]::text[]) as list`, [
    array,
  ]);
  return rows[0]?.list;
}

test('property: whole numbers of any size, and none, arrive exactly', async () => {
  const numbers = fc.array(
    fc.oneof(
      fc.bigInt({ min: -(10n ** 45n), max: 10n ** 45n }),
      fc.nat(60).map((power) => 10n ** BigInt(power)),
      fc.nat(60).map((power) => -(10n ** BigInt(power))),
      fc.constant(0n),
      fc.constant(null),
    ),
    { maxLength: 300 },
  );
  await fc.assert(
    fc.asyncProperty(numbers, async (values) => {
      expect(await readBack('numeric', numericArray(values))).toEqual(
        values.map((value) => (value === null ? null : String(value))),
      );
    }),
    { numRuns: 100 },
  );
});

test('property: texts arrive as they are, quotes, commas, NULL and nothing included', async () => {
  const texts = fc.array(
    fc.option(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('NULL', '', '{}', '"', '\\'))),
  );
  await fc.assert(
    fc.asyncProperty(texts, async (values) => {
      fc.pre(!values.some((value) => value?.includes('\u0000')));
      expect(await readBack('text', textArray(values))).toEqual(values);
    }),
    { numRuns: 100 },
  );
});

test('behavior: small integers and uuids arrive, null among them', async () => {
  expect(await readBack('int4', int4Array([1, -7, 2_147_483_647]))).toEqual(['1', '-7', '2147483647']);
  expect(await readBack('int2', int2Array([0, null, 32_767]))).toEqual(['0', null, '32767']);
  const uuid = Buffer.from('00112233445566778899aabbccddeeff', 'hex').toString('binary');
  expect(await readBack('uuid', uuidArray([uuid, null]))).toEqual([
    '00112233-4455-6677-8899-aabbccddeeff',
    null,
  ]);
  expect(await readBack('int4', int4Array([]))).toEqual([]);
});
