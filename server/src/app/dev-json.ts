import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import { getDevKey } from './dev-keys.ts';
import type { DemoMember, SeedResult, SeededOperator } from './parts.ts';
import { replacePrivateFile } from './secrets.ts';

/** What the start writes on the development chain, for people and checks (calls.md, Running it). */
export type DevJson = {
  url: string;
  consoleUrl: string;
  rpcUrl: string;
  chainId: number;
  contracts: AddressMap;
  rootInvitationCode: string;
  rootAddress: string;
  operators: SeededOperator[];
  faucetPrivateKey: string;
  /** Login of a member of the demo community, where there is one. */
  demoMember?: DemoMember;
};

type Running = { url: string; consoleUrl: string; rpcUrl: string; chainId: number; contracts: AddressMap };

async function readOld(path: string): Promise<Partial<DevJson>> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Partial<DevJson>;
  } catch {
    return {};
  }
}

/** Keeps the operators' first passwords as soon as they are known: a kill right after the seed must not lose them. */
export async function keepSeed(dataDir: string, seeded: SeedResult): Promise<void> {
  const path = join(dataDir, 'dev.json');
  const old = await readOld(path);
  const operators = seeded.operators.length > 0 ? seeded.operators : (old.operators ?? []);
  const kept = { ...old, ...seeded, operators };
  await replacePrivateFile(path, `${JSON.stringify(kept, undefined, 2)}\n`);
}

/** Writes `dev.json` (mode 600) and returns what it holds. */
export async function writeDevJson(dataDir: string, running: Running): Promise<DevJson> {
  const path = join(dataDir, 'dev.json');
  const old = await readOld(path);
  const value: DevJson = {
    ...running,
    rootInvitationCode: old.rootInvitationCode ?? '',
    rootAddress: old.rootAddress ?? getDevKey('root').address,
    operators: old.operators ?? [],
    faucetPrivateKey: getDevKey('faucet').privateKey,
    ...(old.demoMember && { demoMember: old.demoMember }),
  };
  await replacePrivateFile(path, `${JSON.stringify(value, undefined, 2)}\n`);
  return value;
}

/** The same for the terminal. */
export function describeDev(value: DevJson, dataDir: string): string[] {
  const operators = value.operators.map(
    (one) => `  operator            ${one.account}  password ${one.password}  TOTP secret ${one.totpSecret}`,
  );
  return [
    `  members             ${value.url}`,
    `  operators           ${value.consoleUrl}`,
    `  chain               ${value.rpcUrl} (id ${value.chainId})`,
    `  mails               ${value.url}/dev/mail`,
    `  invitation code     ${value.rootInvitationCode} (of ${value.rootAddress})`,
    ...operators,
    ...(value.demoMember
      ? [
          `  demo member         ${value.demoMember.account}  password ${value.demoMember.password}  payment password ${value.demoMember.payPassword}`,
        ]
      : []),
    `  faucet private key  ${value.faucetPrivateKey}`,
    `  contracts and all of this: ${join(dataDir, 'dev.json')}`,
  ];
}
