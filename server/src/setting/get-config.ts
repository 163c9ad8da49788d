import { agreementVersions } from '@openmere/core/setting/account.ts';
import {
  chainId,
  chainRpc,
  cryptoJwk,
  devFaucet,
  phoneCodes,
  pushKey,
} from '@openmere/core/setting/chain.ts';
import { tilesCredit, tilesZoomMax } from '@openmere/core/setting/place.ts';
import type { ReadCtx } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { definitions } from './definitions.ts';
import type { SettingName } from './definitions.ts';
import { readSettingTexts } from './read.ts';

/** What the process knows and the table does not. */
export type PublicFacts = {
  chainId: number;
  /** Public key for secrets, as JSON. */
  cryptoJwk: object;
  /** Version of the running program, from package.json. */
  build: string;
  /** The development chain gives play money at /dev/faucet. */
  faucet?: boolean;
  /** Public key for web push, base64url; absent where there is none. */
  pushKey?: string;
  /** Map tiles are served at /tiles; absent where the map is outlines. */
  tiles?: { credit: string; zoomMax: number };
  /** A carrier is configured: codes can be sent to phones. */
  sms?: boolean;
};

/** The versions of the agreements that hold now; auth counts them. */
export type FindAgreements = (db: Db) => Promise<string>;

export type ConfigRow = { idx: string; val: string };

/**
 * The public configuration: values that are marked so, one by one, and the facts of this process. Whatever else stands
 * in the table never leaves (T30).
 */
export async function getPublicConfig(
  ctx: ReadCtx & { facts: PublicFacts; findAgreements: FindAgreements },
): Promise<ConfigRow[]> {
  const { tx, facts, findAgreements } = ctx;
  const texts = await readSettingTexts(tx);
  const rows: ConfigRow[] = [
    { idx: chainId.key, val: String(facts.chainId) },
    { idx: chainRpc.key, val: chainRpc.default },
    { idx: cryptoJwk.key, val: JSON.stringify(facts.cryptoJwk) },
  ];
  rows.push({ idx: agreementVersions.key, val: await findAgreements(tx) });
  if (facts.faucet) rows.push({ idx: devFaucet.key, val: '/dev/faucet' });
  if (facts.pushKey !== undefined) rows.push({ idx: pushKey.key, val: facts.pushKey });
  if (facts.sms) rows.push({ idx: phoneCodes.key, val: '1' });
  if (facts.tiles) {
    rows.push({ idx: tilesZoomMax.key, val: String(facts.tiles.zoomMax) });
    rows.push({ idx: tilesCredit.key, val: facts.tiles.credit });
  }
  for (const name of Object.keys(definitions) as SettingName[]) {
    if (definitions[name].seenBy === 'public')
      rows.push({ idx: definitions[name].key, val: texts.get(name) ?? '' });
  }
  return rows.sort((a, b) => (a.idx < b.idx ? -1 : 1));
}
