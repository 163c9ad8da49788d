import type pg from 'pg';
import { growing } from './test-large.ts';
import type { Captured } from './test-large.ts';

/** Rows of a growing table that one query may look at, and may sort: some pages of a list, with what is filtered out of them. */
const READ_MAX = 3_000;
const SORT_MAX = 3_000;

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Plan Rows': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
};

/** Functions that do something: such statements are explained without being run. */
const ACTS =
  /\b(insert|update|delete|for update|for share|pg_notify|advisory|nextval|post_group|open_accounts|open_kinds|set_halt|set_outbound_lock)\b/i;
const ASKS = /^\s*(select|with|insert|update|delete)\b/i;

/**
 * What a statement reads of the tables that grow: each sequential scan, each sort of many rows, each index that is read far
 * beyond what is answered, of the tables of a large installation unless others are named. `settings`: what the call set for its transaction before it asked. Queries are run and rolled back; statements that write are only planned.
 */
export async function findCostly(
  client: pg.Client,
  { text, values }: Captured,
  settings?: Captured,
  tables: ReadonlySet<string> = growing,
): Promise<string[]> {
  if (!ASKS.test(text)) return [];
  const how = ACTS.test(text) ? 'format json' : 'analyze, timing off, format json';
  await client.query('begin');
  try {
    if (settings) await client.query(settings.text, [...settings.values]);
    const { rows } = await client.query(`explain (${how}) ${text}`, [...values]);
    const [{ Plan }] = rows[0]['QUERY PLAN'] as [{ Plan: Node }];
    return [...look(Plan, tables)].map((found) => `${found}: ${text.replaceAll(/\s+/g, ' ').slice(0, 300)}`);
  } finally {
    await client.query('rollback');
  }
}

function* look(node: Node, tables: ReadonlySet<string>): Generator<string> {
  const relation = node['Relation Name'] ?? '';
  const type = node['Node Type'];
  if (tables.has(relation)) {
    const read = rowsRead(node);
    if (type === 'Seq Scan') yield `sequential scan of ${relation}`;
    else if (read > READ_MAX) yield `${read} rows of ${relation} by ${node['Index Name'] ?? type}`;
  }
  if (type === 'Sort' && touches(node, tables)) {
    const sorted = (node.Plans ?? []).reduce((sum, child) => sum + rowsOut(child), 0);
    if (sorted > SORT_MAX) yield `sort of ${sorted} rows`;
  }
  for (const child of node.Plans ?? []) yield* look(child, tables);
}

function rowsOut(node: Node): number {
  return Math.round((node['Actual Rows'] ?? node['Plan Rows']) * (node['Actual Loops'] ?? 1));
}

function rowsRead(node: Node): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return rowsOut(node) + Math.round(removed * (node['Actual Loops'] ?? 1));
}

function touches(node: Node, tables: ReadonlySet<string>): boolean {
  return (
    tables.has(node['Relation Name'] ?? '') || (node.Plans ?? []).some((child) => touches(child, tables))
  );
}
