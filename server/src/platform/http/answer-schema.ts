import type { Call } from '@openmere/core/kit/call.ts';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** What says how a value is written. The rest (patterns, bounds, formats) says which values are allowed, and is left out. */
const STRUCTURE = [
  'type',
  'properties',
  'required',
  'items',
  'additionalProperties',
  'anyOf',
  'enum',
  'const',
  'nullable',
] as const;

/**
 * JSON schema of a call's answered envelope, for Fastify's compiled serializer: from the contract's own output, so that an
 * unknown field falls away, however deep, and a missing one is a bug. Refusals are not written by it.
 */
export function answerSchemaOf(call: Call): Json {
  const output = call.answer === 'none' ? {} : outputSchemaOf(call.output);
  const none = { type: 'null' };
  const cursor = { type: 'object', nullable: true, properties: { cursor: { type: 'string' } } };
  return {
    type: 'object',
    properties: {
      success: { type: 'boolean' },
      msg: { type: 'string' },
      data: call.answer === 'data' ? output : call.answer === 'list' ? cursor : none,
      list: { type: 'array', items: call.answer === 'list' ? output : {} },
      total: { type: 'integer' },
      code: { type: 'string' },
    },
  };
}

/** JSON schema of an output, reduced to what says how it is written. */
export function outputSchemaOf(output: z.ZodType): Json {
  return reduce(z.toJSONSchema(output, { io: 'output', reused: 'inline' }) as Json);
}

function reduce(schema: Json): Json {
  const kept: Json = {};
  for (const name of STRUCTURE) if (name in schema) kept[name] = schema[name];
  if (Array.isArray(kept['type'])) return reduceTypes(kept);
  if (Array.isArray(kept['anyOf'])) return reduceUnion(kept['anyOf'] as Json[]);
  if (isSchema(kept['items'])) kept['items'] = reduce(kept['items']);
  if (isSchema(kept['additionalProperties']))
    kept['additionalProperties'] = reduce(kept['additionalProperties']);
  if (isSchema(kept['properties'])) {
    const properties = Object.entries(kept['properties'] as Record<string, Json>);
    kept['properties'] = Object.fromEntries(properties.map(([name, one]) => [name, reduce(one)]));
  }
  return kept;
}

function reduceTypes(schema: Json): Json {
  const types = (schema['type'] as string[]).filter((type) => type !== 'null');
  if (types.length !== 1) return schema;
  return { ...reduce({ ...schema, type: types[0] }), nullable: true };
}

/** "This or null" is written by one branch; a true union keeps its branches, told apart as they are. */
function reduceUnion(branches: Json[]): Json {
  const others = branches.filter((branch) => branch['type'] !== 'null');
  const [only] = others;
  if (others.length === 1 && only) return { ...reduce(only), nullable: true };
  return { anyOf: branches };
}

function isSchema(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}
