import { sql } from 'kysely';
import type { Db } from './db/connect.ts';
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
