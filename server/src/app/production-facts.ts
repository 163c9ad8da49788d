import { existsSync } from 'node:fs';
import { devNull } from 'node:os';
import pg from 'pg';
import { connectionConfig, findDurabilityFaults } from '../platform/db/connect.ts';
import type { Config } from './config.ts';
import type { Facts } from './production.ts';
import { isOpenToOthers, readKeyFile } from './secrets.ts';
import { readVapid } from './vapid.ts';

const RPC_TIMEOUT_MS = 10_000;

async function askChainId(url: string): Promise<number | undefined> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }),
      signal: AbortSignal.timeout(RPC_TIMEOUT_MS),
    });
    const { result } = (await answer.json()) as { result?: string };
    return result === undefined ? undefined : Number(result);
  } catch {
    return undefined;
  }
}

/** Clock of the database minus ours, half of the way there and back taken off. */
async function measureSkew(pool: pg.Pool): Promise<number> {
  const sent = Date.now();
  const { rows } = await pool.query<{ ms: string }>(
    `select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as ms`,
  );
  return Number(rows[0]?.ms) - (sent + Date.now()) / 2;
}

async function readConnectionsMax(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ most: string }>(`select current_setting('max_connections') as most`);
  return Number(rows[0]?.most);
}

async function readOffset(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ ms: string }>('select target_ms::text as ms from business_clock');
  return Number(rows[0]?.ms);
}

async function countOperators(pool: pg.Pool): Promise<Facts['operators']> {
  const { rows } = await pool.query<{ active: number; withTotp: number }>(
    `select count(*) filter (where disabled_at is null)::int as active,
       count(*) filter (where disabled_at is null and totp_secret <> '')::int as "withTotp"
     from operator having count(*) > 0`,
  );
  return rows[0];
}

/**
 * Asks the surroundings what a production start depends on, after the migrations. `fourEyesFromUsdt` comes from the
 * settings and is given by the caller. Key files are read here only to compare them with the publicly known ones.
 */
export async function gatherFacts(
  config: Config,
  databaseUrl: string,
  fourEyesFromUsdt: number | undefined,
): Promise<Facts> {
  const { signerKeyFile, sweeperKeyFile, keeperKeyFile, permitKeyFile } = config;
  // Without a key for permits there are none; the other keys are needed where they are not withheld.
  const permit = existsSync(permitKeyFile) ? [permitKeyFile] : [];
  const keyFiles = [signerKeyFile, sweeperKeyFile, keeperKeyFile, ...permit].filter(
    (path) => path !== devNull,
  );
  const vapid = existsSync(config.vapidFile) ? [config.vapidFile] : [];
  const files = [config.secretsFile, ...vapid, ...keyFiles].filter((path) => path !== devNull);
  const open = await Promise.all(files.map(isOpenToOthers));
  const keys = await Promise.allSettled(keyFiles.map(readKeyFile));
  const pool = new pg.Pool({ ...connectionConfig(databaseUrl, 'api'), max: 1 });
  pool.on('error', () => undefined);
  try {
    return {
      rpcChainIds: await Promise.all(config.chain.rpcUrls.map(askChainId)),
      vapidMade: (await readVapid(config.vapidFile))?.made,
      clockSkewMs: await measureSkew(pool),
      businessOffsetMs: await readOffset(pool),
      operators: await countOperators(pool),
      fourEyesFromUsdt,
      openFiles: files.filter((_, index) => open[index]),
      chainKeys: keys.flatMap((key) => (key.status === 'fulfilled' ? [key.value] : [])),
      keyFaults: keys.flatMap((key) => (key.status === 'rejected' ? [(key.reason as Error).message] : [])),
      connectionsMax: await readConnectionsMax(pool),
      durabilityFaults: await findDurabilityFaults(pool),
      env: process.env,
    };
  } finally {
    await pool.end();
  }
}
