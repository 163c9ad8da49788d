import type { CallParsed, CallResult, Envelope } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { exportData as exportDataCall } from '@openmere/core/member/own-data-contract.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { decodeCursor, encodeCursor } from '../platform/cursor.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/connect.ts';
import type { Pipeline } from '../platform/http/pipeline.ts';
import { exportSources } from './export-sources.ts';
import type { CallSource } from './export-sources.ts';

type Ask = Pick<Pipeline, 'ask' | 'takes'>;
type ExportCtx = Pick<Ctx<MemberActor>, 'now' | 'actor'> & { db: Db; pipeline: Ask };
type Part = CallResult<typeof exportDataCall>['parts'][number];
type Page = { rows: unknown[]; next: string | undefined; refused?: string };

/** So much comes with one answer: this many rows, or this many questions, whatever is reached first. */
const ROWS_MAX = 500;
const QUESTIONS_MAX = 12;
const PAGE_SIZE = 200;
/** Each of them is a question of its own. */
const EACH_PAGE_SIZE = 20;
/** A cursor counts the parts in this order: one that an earlier version gave is refused, and the file is asked for anew. */
const ORDER = exportSources
  .map((one) => ('call' in one ? `${one.call} ${JSON.stringify(one.asked ?? {})}` : one.name))
  .join('\n');

/**
 * Users/Export: asks, in the member's name, the calls that show what is theirs, page after page; where it stands is in the cursor, which
 * is no other member's and no other version's. What was written while it is read may be missing, as in any list that is paged.
 */
export async function exportData(
  ctx: ExportCtx,
  { cursor }: CallParsed<typeof exportDataCall>,
): Promise<CallResult<typeof exportDataCall>> {
  const name = `export ${ctx.actor.id} ${ORDER}`;
  const [start = 0, place = null] = decodeCursor(name, cursor) ?? [];
  const parts: Part[] = [];
  let index = Number(start);
  let inner = place === null ? undefined : String(place);
  let rows = 0;
  for (let asked = 0; asked < QUESTIONS_MAX && rows < ROWS_MAX; asked += 1) {
    const source = exportSources[index];
    if (!source) break;
    const isCall = 'call' in source;
    const page: Page = isCall
      ? await readCall(ctx, source, inner)
      : {
          rows: await inTransaction(ctx.db, (tx) => source.read(tx, ctx.actor.id)),
          next: undefined,
        };
    parts.push({
      name: isCall ? source.call : source.name,
      asked: isCall ? (source.asked ?? {}) : {},
      rows: page.rows,
      ...(page.refused === undefined ? {} : { refused: page.refused }),
    });
    rows += page.rows.length;
    inner = page.next;
    if (inner === undefined) index += 1;
  }
  const isDone = index >= exportSources.length;
  return {
    made: ctx.now.toISOString(),
    parts,
    cursor: isDone ? null : encodeCursor(name, [index, inner ?? null]),
  };
}

async function readCall(ctx: ExportCtx, source: CallSource, cursor: string | undefined): Promise<Page> {
  const { call, asked = {}, each } = source;
  const size = { pageSize: each === undefined ? PAGE_SIZE : EACH_PAGE_SIZE };
  const params = {
    ...asked,
    ...(ctx.pipeline.takes(call, 'pageSize') ? size : {}),
    ...(cursor && { cursor }),
  };
  try {
    const page = pageIn(await ask(ctx, call, params));
    if (each === undefined) return page;
    const rows = [];
    for (const row of page.rows) {
      const { id } = row as { id: string };
      rows.push(...pageIn(await ask(ctx, each, { id })).rows);
    }
    return { ...page, rows };
  } catch (error) {
    // There is no shop, no pool: the file says so, and goes on.
    if (error instanceof Refusal) return { rows: [], next: undefined, refused: error.code };
    throw error;
  }
}

function ask({ pipeline, actor, now }: ExportCtx, path: string, params: object): Promise<Envelope> {
  return pipeline.ask(path, { actor, now }, { ...params });
}

function pageIn({ data, list = [], success }: Envelope): Page {
  assert(success, 'a call that was asked from inside refuses by throwing');
  const cursor = (data as { cursor?: unknown } | null | undefined)?.cursor;
  const isList = list.length > 0 || data === null || data === undefined || typeof cursor === 'string';
  return isList
    ? { rows: list, next: typeof cursor === 'string' ? cursor : undefined }
    : { rows: [data], next: undefined };
}
