import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import type { Config } from './config.ts';

/** Progress of a deployment: every step that is done, with its address. */
export type Deployed = Record<string, `0x${string}`>;

export type SeedInput = {
  config: Config;
  databaseUrl: string;
  /** Of the chain in use; goes to the configuration value `chain.contracts`. */
  contracts: AddressMap;
  /** Inviter of the first members on the development chain; undefined on an outside chain. */
  rootAddress: `0x${string}` | undefined;
  /** The demo community, each behind its inviter; registered once. */
  community?: readonly SeededMember[];
};

/** A member of the demo community; without `inviterAddress` the root invited them. */
export type SeededMember = {
  nickname: string;
  walletAddress: `0x${string}`;
  inviterAddress: `0x${string}` | undefined;
  /** Time of the event on the chain. */
  activatedAt: Date;
};

export type SeededOperator = { account: string; password: string; totpSecret: string };

/** What the seed made. Passwords are known only when they are made: at a later start the list of operators is empty. */
export type SeedResult = {
  rootInvitationCode: string;
  rootAddress: string;
  operators: SeededOperator[];
  /** Login of the first of the demo community. */
  demoMember?: DemoMember;
};

/** `payPassword`: what is asked for when money moves. */
export type DemoMember = { account: string; password: string; payPassword: string };

/** What may take its time when everything runs already. */
export type AfterInput = {
  config: Config;
  databaseUrl: string;
  contracts: AddressMap;
  rpcUrl: string;
  /** The start is asked to stop. */
  signal: AbortSignal;
};

/** What the start needs from other rooms; given by `tools/start.ts`, because the server knows none of them. */
export type Parts = {
  /** Compiles the contracts when their sources are newer. */
  compile: () => Promise<unknown>;
  /** Deploys to the development chain what `done` does not have yet. */
  deploy: (input: {
    rpcUrl: string;
    done: Deployed;
    onStep: (name: string, address: `0x${string}`) => Promise<void>;
    /** Whether weeks of demo trades are played on a new chain. */
    demo: boolean;
    log: (line: string) => void;
  }) => Promise<AddressMap>;
  /** For tests: puts something between the processes and the development chain. @returns where they reach it then. */
  between?: (rpcUrl: string) => Promise<string[]>;
  /** Builds web and console when their sources are newer. */
  build: (log: (line: string) => void) => Promise<void>;
  /** Makes root member, operators, configuration and demo data, once; undefined while there is none. */
  seed: ((input: SeedInput & { rpcUrl: string }) => Promise<SeedResult>) | undefined;
  /** On the development chain with demo data: what the demo community does when everything runs, behind "ready". */
  after?: (input: AfterInput) => Promise<void>;
};
