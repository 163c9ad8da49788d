import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { dayOf } from '@openmere/core/kit/day.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { formatAmount, oneCoin } from '@openmere/core/money/amount.ts';
import { acceptAgreements } from '../auth/agreement/accept.ts';
import { findPublished } from '../auth/agreement/version-store.ts';
import { putLoginHash } from '../auth/password-store.ts';
import { seedDevelopmentBanks } from '../deposit/fiat/seed-development.ts';
import { createDemoMember } from '../member/create-demo-member.ts';
import { createRoot } from '../member/create-root.ts';
import type { Member } from '../member/store.ts';
import { findMemberByWallet } from '../member/store.ts';
import { createOperator } from '../operator/create-operator.ts';
import { lockOperators } from '../operator/operator-store.ts';
import { systemClock } from '../platform/clock.ts';
import { createDatabase, inTransaction } from '../platform/db/connect.ts';
import type { Tx } from '../platform/db/connect.ts';
import { hashPassword } from '../platform/passwords.ts';
import { unlockSecrets } from '../platform/secrets-box.ts';
import { dayText } from '../reward/day-text.ts';
import { writeSetting } from '../setting/write.ts';
import { seedDemoGoods } from './demo-goods.ts';
import { seedDemoNews } from './demo-news.ts';
import { demoPayPassword, putDemoPayPassword } from './demo-purchases.ts';
import type { SeededMember, SeededOperator, SeedInput, SeedResult } from './parts.ts';
import { readSecrets } from './secrets.ts';
import type { Secrets } from './secrets.ts';

const operatorAccounts = ['operator-one', 'operator-two'];
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** 20 bytes of TOTP secret and the first password, both from the installation's pepper: a start that is killed between
 * making the operators and writing dev.json finds the same again. Only on the development chain. */
function derivedOperator(account: string, secrets: Secrets): { password: string; totpSecret: string } {
  const derive = (label: string) =>
    createHmac('sha256', secrets.pepper).update(`${label}:${account}`).digest();
  const bits = [...derive('operator-totp').subarray(0, 20)]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
  const totpSecret = (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join('');
  return { password: derive('operator-password').subarray(0, 18).toString('base64url'), totpSecret };
}

async function seedOperators(tx: Tx, dev: boolean, secrets: Secrets): Promise<SeededOperator[]> {
  const known = (await lockOperators(tx)).map(({ account }) => account);
  if (known.length > 0 && !dev) return [];
  const operators: SeededOperator[] = [];
  for (const account of operatorAccounts) {
    const given = dev ? derivedOperator(account, secrets) : {};
    if (dev && known.includes(account)) {
      operators.push({ account, ...derivedOperator(account, secrets) });
      continue;
    }
    const { password, totpSecret } = await createOperator(
      { tx },
      {
        account,
        role: 'admin',
        oneTime: !dev,
        ...given,
      },
    );
    operators.push({ account, password, totpSecret });
  }
  return operators;
}

/** For the terminal, where nobody keeps what was made: on the development chain `dev.json` does. */
export function describeOperators(operators: readonly SeededOperator[]): string[] {
  return operators.map(
    ({ account, password, totpSecret }) =>
      `  operator ${account}: password ${password}, TOTP secret ${totpSecret} (shown once)`,
  );
}

/**
 * Makes, once, what an installation needs before its first member: the root member, two operators, the contract map.
 * Safe to run at every start and to be killed anywhere: one transaction, and everything that exists already stays.
 */
export async function seedInstallation(input: SeedInput): Promise<SeedResult> {
  const { config, databaseUrl, contracts } = input;
  const secrets = await readSecrets(config.secretsFile);
  unlockSecrets(secrets);
  const database = createDatabase(databaseUrl, 'owner', { max: 1 });
  try {
    return await inTransaction(database.db, async (tx) => {
      await writeSetting(
        { tx },
        { name: 'chainContracts', text: JSON.stringify(contracts), changedBy: 'installation' },
      );
      if (config.chain.dev) {
        await seedDevelopment(tx, config.chain.confirmations);
        await seedDevelopmentBanks({ tx });
      }
      const rootAddress = input.rootAddress ?? config.chain.rootAddress;
      if (rootAddress === undefined)
        throw new Error('OPENMERE_ROOT_ADDRESS must name the root of Membership');
      const root = await createRoot({ tx }, { now: new Date(), walletAddress: rootAddress });
      const operators = await seedOperators(tx, config.chain.dev, secrets);
      const demoMember = await seedCommunity({ tx, root }, input.community ?? [], secrets);
      if (demoMember) await seedMall(tx, input, root);
      return {
        rootInvitationCode: root.invitationCode,
        rootAddress,
        operators,
        ...(demoMember && { demoMember }),
      };
    });
  } finally {
    await database.close();
  }
}

const DEMO_ACCOUNT = 'demo';
const DEMO_ACTIVITY_DAYS = 30;

/**
 * Registers the demo community, once, as their wallets' logins would have: all else about them is read from the chain. The first of
 * them has a user name and a password, so that a visitor can see a filled account.
 */
async function seedCommunity(
  { tx, root }: { tx: Tx; root: Member },
  community: readonly SeededMember[],
  secrets: Secrets,
): Promise<SeedResult['demoMember']> {
  const [first] = community;
  if (!first) return undefined;
  const password = createHmac('sha256', secrets.pepper)
    .update('demo-password')
    .digest('base64url')
    .slice(0, 16);
  const known = await findMemberByWallet(tx, first.walletAddress.toLowerCase());
  const payPassword = demoPayPassword(secrets);
  if (known) {
    await putDemoPayPassword(tx, known.id, payPassword);
    return { account: DEMO_ACCOUNT, password, payPassword };
  }
  const ids = new Map<string, string>();
  for (const member of community) {
    const { walletAddress, inviterAddress, ...rest } = member;
    const inviterId = inviterAddress === undefined ? root.id : ids.get(inviterAddress);
    assert(inviterId, 'an inviter stands before whom they invited');
    const username = member === first ? DEMO_ACCOUNT : undefined;
    const id = await createDemoMember({ tx }, { ...rest, walletAddress, inviterId, username });
    // As everybody who registers does.
    const agreements = await findPublished(tx);
    await acceptAgreements({ tx, now: rest.activatedAt }, { memberId: id, agreements });
    ids.set(walletAddress, id);
  }
  const memberId = ids.get(first.walletAddress);
  assert(memberId, 'the first was just made');
  await putLoginHash(tx, { memberId, hash: await hashPassword(password), now: first.activatedAt });
  await putDemoPayPassword(tx, memberId, payPassword);
  await planActivity(tx, systemClock());
  return { account: DEMO_ACCOUNT, password, payPassword };
}

/** An activity under way, so that its pages show what one is: from the day of the installation on, for a month. */
async function planActivity(tx: Tx, now: Date): Promise<void> {
  const midnight = (days: number) => `${dayText(dayOf(now.getTime()) + days)}T00:00:00Z`;
  for (const [name, text] of [
    ['activityStarts', midnight(0)],
    ['activityEnds', midnight(DEMO_ACTIVITY_DAYS)],
  ] as const)
    await writeSetting({ tx }, { name, text, changedBy: 'installation' });
}

/** The demo's goods and news; the goods are the root's and the first demo member's. */
async function seedMall(tx: Tx, input: SeedInput, root: Member): Promise<void> {
  const wallet = input.community?.[0]?.walletAddress.toLowerCase();
  const first = wallet === undefined ? undefined : await findMemberByWallet(tx, wallet);
  if (!first) return;
  const filesFolder = join(input.config.dataDir, 'files');
  await seedDemoGoods({ tx, filesFolder }, [root.id, first.id]);
  await seedDemoNews({ tx, now: systemClock() });
}

/** The development chain is final after one block and has no cold address, and small deposits are swept, so that everything can be tried. */
async function seedDevelopment(tx: Tx, confirmations: number): Promise<void> {
  await writeSetting(
    { tx },
    { name: 'depositConfirmations', text: String(confirmations), changedBy: 'installation' },
  );
  await writeSetting({ tx }, { name: 'hotFree', text: '1000000000', changedBy: 'installation' });
  await writeSetting({ tx }, { name: 'screeningRequired', text: '0', changedBy: 'installation' });
  await writeSetting(
    { tx },
    { name: 'depositSweepMin', text: formatAmount(oneCoin), changedBy: 'installation' },
  );
}
