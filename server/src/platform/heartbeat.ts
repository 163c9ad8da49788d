import { sql } from 'kysely';
import type { Db, Tx } from './db/connect.ts';
import type { Log } from './log.ts';

const BEAT_MS = 5_000;

/** Writes every five seconds that this process lives. The answer stops it. */
export function startHeartbeat(db: Db, name: string, log?: Log): () => void {
  const beat = (): void => {
    sql`insert into process_heartbeat (name, pid, last_seen) values (${name}, ${process.pid}, now())
      on conflict (name) do update set pid = excluded.pid, last_seen = now()`
      .execute(db)
      .catch((error: unknown) => log?.warn({ error }, 'heartbeat not written'));
  };
  beat();
  const timer = setInterval(beat, BEAT_MS);
  return () => clearInterval(timer);
}

/** A process writes every five seconds; three missed beats mean that it is gone. */
const ALIVE_S = 15;

export async function listProcesses(tx: Tx): Promise<{ name: string; alive: boolean; lastseen: string }[]> {
  const { rows } = await sql<{ name: string; alive: boolean; last_seen: Date }>`
    select name, last_seen > now() - make_interval(secs => ${ALIVE_S}) as alive, last_seen
    from process_heartbeat order by name`.execute(tx);
  return rows.map(({ name, alive, last_seen }) => ({ name, alive, lastseen: last_seen.toISOString() }));
}

/** How many of these processes have said within so many seconds that they live. */
export async function countAlive(db: Db, names: readonly string[], seconds: number): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from process_heartbeat
    where name = any(${[...names]}) and last_seen > now() - make_interval(secs => ${seconds})`.execute(db);
  return Number(rows[0]?.n ?? 0n);
}
