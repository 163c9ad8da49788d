import { countries } from '@openmere/core/auth/geo.ts';
import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { adminSettingHistory, adminSettings } from '@openmere/core/operator/proposal-contract.ts';
import { versionChanged } from '@openmere/core/setting/contract.ts';
import type { SettingType } from '@openmere/core/setting/define.ts';
import { computeShortfall, findLevelOutOfOrder } from '@openmere/core/setting/together.ts';
import { compareVersions } from '@openmere/core/setting/version.ts';
import type { Ctx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { toEveryone } from '../platform/outbox.ts';
import { listLastChanges, listSettingChanges, lockSettings } from '../setting/config-store.ts';
import { definitions, settingNameOf } from '../setting/definitions.ts';
import type { SettingName } from '../setting/definitions.ts';
import { readSettingsNow, readSettingTexts, readText } from '../setting/read.ts';
import { writeSetting } from '../setting/write.ts';
import type { ChangeKind } from './change.ts';
import { findAccounts } from './operator-store.ts';

/** What a stolen api login must not reach: the signer's own caps, contracts, keys, and what only a process sees (config_by_two in SQL). */
function isChangeable(name: SettingName): boolean {
  const { key, seenBy } = definitions[name];
  return seenBy !== 'server' && !/^(signer|chain|crypto|dev)\./.test(key);
}

/**
 * A configuration value: a rule for all members. Refusals in order: nosetting, badvalue, samevalue, shortfall, ratecount, levelorder,
 * versionorder, apkhash, valueorder.
 */
export const settingChange: ChangeKind = {
  kind: 'setting',
  async apply({ tx, checker }, { subject: idx, value }) {
    const name = settingNameOf(idx);
    if (name === undefined || !isChangeable(name)) throw new Refusal('operator.nosetting');
    checkValue(name, value);
    await lockSettings(tx);
    const { texts } = await readSettingsNow({ db: tx });
    const before = texts.get(name) ?? null;
    if (before === value) throw new Refusal('operator.samevalue');
    checkTogether(new Map(texts).set(name, value), name);
    await writeSetting({ tx }, { name, text: value, changedBy: checker.id });
    if (isVersion(name)) await announceVersion(tx);
    return { changes: [{ what: idx, before, after: value }], everyone: true };
  },
};

const isVersion = (name: SettingName): boolean => definitions[name].type === 'version';

/** Open apps ask again whether they are too old. */
async function announceVersion(tx: Tx): Promise<void> {
  const { settings } = await readSettingsNow({ db: tx });
  const { appVersion: version, appRequired: required } = settings;
  await toEveryone(tx, versionChanged, { version, required });
}

/** What may not be more than what: nobody could withdraw, pay by bank, trade as the form begins, or earn EQUITY again. */
const ordered: readonly (readonly [low: SettingName, high: SettingName])[] = [
  ['withdrawMin', 'withdrawMax'],
  ['withdrawMultiple', 'withdrawMax'],
  ['withdrawFee', 'withdrawMax'],
  ['withdrawMax', 'signerCapTransaction'],
  ['withdrawOpenMin', 'withdrawOpenMax'],
  ['withdrawOpenMultiple', 'withdrawOpenMax'],
  ['withdrawOpenFee', 'withdrawOpenMax'],
  ['withdrawOpenMax', 'signerCapTransaction'],
  ['fiatMin', 'fiatMax'],
  ['fiatMin', 'fiatDayMax'],
  ['swapSlippageBps', 'swapSlippageMostBps'],
  ['equityAgain', 'equityCap'],
];

const levelNames = [
  'teamLevel1',
  'teamLevel2',
  'teamLevel3',
  'teamLevel4',
  'teamLevel5',
  'teamLevel6',
] as const satisfies readonly SettingName[];

/**
 * What is right by itself may promise more than comes in, or leave a level that nobody reaches (threats R22). Only what the changed rule
 * is part of is looked at: a cap that the owner lowered, or what an earlier release let pass, keeps nobody from barring a country.
 */
function checkTogether(texts: ReadonlyMap<SettingName, string>, changed: SettingName): void {
  const valueOf = <N extends SettingName>(name: N) =>
    definitions[name].read(texts.get(name) ?? definitions[name].default) as ReturnType<
      (typeof definitions)[N]['read']
    >;
  const isOf = (...names: readonly SettingName[]): boolean => names.includes(changed);
  const teamRates = valueOf('rewardTeamRates');
  const shortfallBps = computeShortfall({ parts: valueOf('rewardParts'), teamRates });
  if (isOf('rewardParts', 'rewardTeamRates') && shortfallBps > 0)
    throw new Refusal('operator.shortfall', { shortfall: shortfallBps / 100 });
  // A level without a rate would be paid nothing, however high it is.
  if (isOf('rewardTeamRates') && teamRates.length !== levelNames.length)
    throw new Refusal('operator.ratecount', { count: levelNames.length });
  const level = findLevelOutOfOrder({ levels: levelNames.map(valueOf) });
  if (isOf(...levelNames) && level !== undefined)
    throw new Refusal('operator.levelorder', { level, below: level - 1 });
  // A version that is required must be there to be had.
  if (isOf('appVersion', 'appRequired') && compareVersions(valueOf('appVersion'), valueOf('appRequired')) < 0)
    throw new Refusal('operator.versionorder');
  const isHashed = valueOf('apkLink') === '' || /^[0-9a-f]{64}$/.test(valueOf('apkSha256'));
  if (isOf('apkLink', 'apkSha256') && !isHashed) throw new Refusal('operator.apkhash');
  const wrong = ordered.find((pair) => isOf(...pair) && valueOf(pair[0]) > valueOf(pair[1]));
  if (wrong)
    throw new Refusal('operator.valueorder', {
      low: definitions[wrong[0]].key,
      high: definitions[wrong[1]].key,
    });
}

/** A code that no country has, such as UK, would be a rule for nobody. */
function listCountries(value: unknown, type: SettingType): string[] {
  if (value instanceof Map) return [...value.keys()].map(String);
  return type === 'countries' ? (value as string[]) : [];
}

function checkValue(name: SettingName, value: string): void {
  try {
    const read = readText(name, value);
    if (listCountries(read, definitions[name].type).some((code) => !countries.includes(code)))
      throw new TypeError('no country has this code');
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // What is wrong with it is said in English, for the log of a start; the console's form has its own words for each type.
    throw new Refusal('operator.badvalue', { value });
  }
}

/** Admin/Settings: every value with its standard, and who changed it last. */
export async function showSettings(ctx: Pick<Ctx, 'tx'>): Promise<CallResult<typeof adminSettings>> {
  const { tx } = ctx;
  const texts = await readSettingTexts(tx);
  const changes = await listLastChanges(tx);
  const accounts = await findAccounts(
    tx,
    [...changes.values()].map(({ changedBy }) => changedBy),
  );
  const names = Object.keys(definitions) as SettingName[];
  return {
    list: names.map((name) => {
      const { key: idx, default: standard, type, range, seenBy } = definitions[name];
      const change = changes.get(idx);
      return {
        idx,
        val: texts.get(name) ?? standard,
        standard,
        type,
        range: range ? [...range] : null,
        public: seenBy === 'public',
        changeable: isChangeable(name),
        changed: change?.changedAt.toISOString() ?? null,
        changedby: change ? (accounts.get(change.changedBy) ?? change.changedBy) : null,
      };
    }),
  };
}

/** Admin/SettingHistory, newest first. Refusal: nosetting. */
export async function showSettingHistory(
  ctx: Pick<Ctx, 'tx'>,
  input: CallParsed<typeof adminSettingHistory>,
): Promise<CallResult<typeof adminSettingHistory>> {
  const { tx } = ctx;
  const name = settingNameOf(input.idx);
  if (name === undefined) throw new Refusal('operator.nosetting');
  const changes = await listSettingChanges(tx, name);
  const accounts = await findAccounts(
    tx,
    changes.map(({ changedBy }) => changedBy),
  );
  return {
    list: changes.map(({ val, version, changedAt, changedBy }) => ({
      val,
      version,
      time: changedAt.toISOString(),
      by: accounts.get(changedBy) ?? changedBy,
    })),
  };
}
