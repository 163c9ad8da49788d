import { wireWordOf } from '@openmere/core/errors.ts';
import type { Call } from '@openmere/core/kit/call.ts';
import { kitErrors } from '@openmere/core/kit/errors.ts';
import { locales } from '@openmere/core/kit/language.ts';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of the calls that are served, made from their contracts. */
export function openApiOf(calls: readonly Call[], info: { version: string; origin: string }): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Openmere',
      version: info.version,
      description:
        'Every call is POST; parameters stand in the query or in a JSON body. The answer is always the envelope; a refused call has success false, a stable word in code, and the exact reason in data.',
    },
    servers: [{ url: info.origin }],
    tags: [...new Set(calls.map(tagOf))].sort().map((name) => ({ name })),
    paths: Object.fromEntries(calls.map((call) => [`/${call.path}`, { post: operationOf(call) }])),
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Token' } },
      parameters: {
        lang: {
          name: 'Lang',
          in: 'header',
          description: `Language of msg by index: ${locales.map((locale, index) => `${index} ${locale}`).join(', ')}.`,
          schema: { type: 'integer', minimum: 0, maximum: locales.length - 1, default: 2 },
        },
      },
    },
  };
}

function operationOf(call: Call): Json {
  const input = jsonSchemaOf(call.input, 'input');
  const refusals = [...Object.keys(kitErrors), ...call.errors].filter(
    (code) => code.startsWith('request.') || call.errors.includes(code),
  );
  const secrets = call.secrets.length > 0 ? ` Compact JWE: ${call.secrets.join(', ')}.` : '';
  return {
    operationId: call.path.replaceAll('/', '_'),
    tags: [tagOf(call)],
    summary: call.summary,
    description: `Access: ${accessOf(call)}.${secrets}`,
    security: call.access.kind === 'open' ? [{}, { token: [] }] : [{ token: [] }],
    parameters: [{ $ref: '#/components/parameters/lang' }, ...queryOf(call, input)],
    ...bodyOf(call, input),
    responses: {
      '200': {
        description: `Answered. Refusals: ${[...new Set(refusals)].map((code) => `${code} (${wireWordOf(code)})`).join(', ')}.`,
        content: { 'application/json': { schema: envelopeSchema(call) } },
      },
      '413': { description: 'Body too large.' },
      '415': { description: 'Neither JSON nor empty.' },
      '429': { description: 'Too many requests; Retry-After says when.' },
      '503': { description: 'Overloaded or a part is away; Retry-After says when.' },
    },
  };
}

function queryOf(call: Call, input: Json): Json[] {
  if (call.transport !== 'query') return [];
  const required = new Set((input['required'] as string[] | undefined) ?? []);
  return Object.entries((input['properties'] as Json | undefined) ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema,
  }));
}

function bodyOf(call: Call, input: Json): Json {
  if (call.transport === 'query') return {};
  if (call.transport === 'body')
    return { requestBody: { required: true, content: { 'application/json': { schema: input } } } };
  const schema = {
    type: 'object',
    properties: { upfile: { type: 'string', format: 'binary' } },
    required: ['upfile'],
  };
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
}

function envelopeSchema(call: Call): Json {
  const output = call.answer === 'none' ? { type: 'null' } : jsonSchemaOf(call.output, 'output');
  const cursor = { type: ['object', 'null'], properties: { cursor: { type: 'string' } } };
  return {
    type: 'object',
    required: ['success', 'msg', 'code'],
    properties: {
      success: { type: 'boolean' },
      msg: { type: 'string' },
      code: { type: 'string' },
      data: call.answer === 'list' ? cursor : output,
      list: { type: 'array', ...(call.answer === 'list' ? { items: output } : {}) },
      total: { type: 'integer' },
    },
  };
}

function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  // The document itself says which dialect its schemas are written in.
  return Object.fromEntries(Object.entries(made).filter(([key]) => key !== '$schema'));
}

function tagOf(call: Call): string {
  return call.path.includes('/') ? call.path.slice(0, call.path.indexOf('/')) : 'Service';
}

function accessOf({ access }: Call): string {
  if (access.kind !== 'operator') return access.kind === 'open' ? 'anyone' : 'members';
  return access.roles.length > 0 ? `operators (${access.roles.join(', ')})` : 'operators';
}
