import type { AccountName } from '@openmere/core/ledger/account.ts';
import { availableAccount, heldAccount } from '@openmere/core/ledger/account.ts';
import { textArray } from '../platform/db/binary-array.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { askWith } from './journal.ts';
import type { Posted } from './posted.ts';

/** What a member has of one coin, in base units; the sum of both is the member's balance. */
export type MemberBalance = { available: bigint; held: bigint };

const none: MemberBalance = { available: 0n, held: 0n };

/** Balances of many members at once: member id → asset → balance. Members without an account have an empty map. */
export async function memberBalances(
  db: Db | Tx,
  memberIds: readonly string[],
): Promise<Map<string, Map<string, MemberBalance>>> {
  const owners = new Map<string, { id: string; part: keyof MemberBalance }>();
  for (const id of memberIds) {
    owners.set(availableAccount(id), { id, part: 'available' });
    owners.set(heldAccount(id), { id, part: 'held' });
  }
  // Index: account (name, asset).
  const rows = await askWith(db)<{ name: string; asset: string; balance: bigint }>(
    'select name, asset, balance from ledger.account where name = any($1) order by asset, name',
    [[...owners.keys()]],
  );
  const found = new Map(memberIds.map((id) => [id, new Map<string, MemberBalance>()]));
  for (const { name, asset, balance } of rows) {
    const owner = owners.get(name);
    const coins = owner && found.get(owner.id);
    if (owner && coins) coins.set(asset, { ...(coins.get(asset) ?? none), [owner.part]: balance });
  }
  return found;
}

/**
 * What entries left members with: both parts of every coin that they changed, by member and asset. The entries say what they
 * touched; only the other part is read. For the transaction that posts them, which holds what they touched.
 */
export async function changedBalances(
  tx: Tx,
  posted: readonly Posted[],
): Promise<Map<string, Map<string, MemberBalance>>> {
  const changed = new Map<string, Map<string, Partial<MemberBalance>>>();
  for (const { balances } of posted) {
    for (const { account, asset, balance } of balances) {
      const owner = ownerOf(account);
      if (!owner) continue;
      const coins = changed.get(owner.id) ?? new Map<string, Partial<MemberBalance>>();
      changed.set(owner.id, coins);
      // In the order of the entries: the last one counts.
      coins.set(asset, { ...coins.get(asset), [owner.part]: balance });
    }
  }
  const untouched = [...changed].flatMap(([id, coins]) =>
    [...coins].flatMap(([asset, { available, held }]) => [
      ...(available === undefined ? [{ name: availableAccount(id), asset }] : []),
      ...(held === undefined ? [{ name: heldAccount(id), asset }] : []),
    ]),
  );
  const others = await readBalances(tx, untouched);
  return new Map(
    [...changed].map(([id, coins]) => [
      id,
      new Map(
        [...coins].map(([asset, { available, held }]) => [
          asset,
          {
            available: available ?? others.get(`${availableAccount(id)} ${asset}`) ?? 0n,
            held: held ?? others.get(`${heldAccount(id)} ${asset}`) ?? 0n,
          },
        ]),
      ),
    ]),
  );
}

function ownerOf(account: AccountName): { id: string; part: keyof MemberBalance } | undefined {
  if (!account.startsWith('member:')) return undefined;
  const end = account.lastIndexOf(':');
  return { id: account.slice('member:'.length, end), part: account.endsWith(':held') ? 'held' : 'available' };
}

/** By name and asset, of those that exist. Index: account (name, asset). */
async function readBalances(
  tx: Tx,
  accounts: readonly { name: string; asset: string }[],
): Promise<Map<string, bigint>> {
  if (accounts.length === 0) return new Map();
  const rows = await askWith(tx)<{ name: string; asset: string; balance: bigint }>(
    `select a.name, a.asset, a.balance from unnest($1::text[], $2::text[]) as w(name, asset)
      join ledger.account a on a.name = w.name and a.asset = w.asset`,
    [textArray(accounts.map(({ name }) => name)), textArray(accounts.map(({ asset }) => asset))],
  );
  return new Map(rows.map(({ name, asset, balance }) => [`${name} ${asset}`, balance]));
}

/** One member's balance of one coin; zero when there was never any. */
export async function memberBalance(db: Db | Tx, memberId: string, asset: string): Promise<MemberBalance> {
  const balances = await memberBalances(db, [memberId]);
  return balances.get(memberId)?.get(asset) ?? none;
}

/** What members have available of one coin; those without an account of it are left out. */
export async function availableOf(
  tx: Tx,
  asset: string,
  memberIds: readonly string[],
): Promise<Map<string, bigint>> {
  const accounts = memberIds.map((id) => ({ name: availableAccount(id), asset }));
  const balances = await readBalances(tx, accounts);
  return new Map(
    memberIds.flatMap((id): [string, bigint][] => {
      const balance = balances.get(`${availableAccount(id)} ${asset}`);
      return balance === undefined ? [] : [[id, balance]];
    }),
  );
}

/** Balance ("in minus out") of one account; zero when it does not exist. */
export async function balanceOf(db: Db | Tx, account: AccountName, asset: string): Promise<bigint> {
  const rows = await askWith(db)<{ balance: bigint }>(
    'select balance from ledger.account where name = $1 and asset = $2',
    [account, asset],
  );
  return rows[0]?.balance ?? 0n;
}

/**
 * What all members have together, per asset. Every posting has two legs, so it is minus the sum of all other accounts, of
 * which there are few; that both sides agree is proved by the verification of the ledger. Index: account_of_house.
 */
export async function membersTotals(db: Db | Tx): Promise<Map<string, bigint>> {
  const rows = await askWith(db)<{ asset: string; total: bigint }>(
    `select asset, -sum(balance) as total from ledger.account
      where not starts_with(name, 'member:') group by asset order by asset`,
    [],
  );
  return new Map(rows.map(({ asset, total }) => [asset, total]));
}

/** What the house has set aside, per asset: pools, fees not divided yet, and what waits in suspense. Index: account_of_house. */
export async function setAsideTotals(db: Db | Tx): Promise<Map<string, bigint>> {
  const rows = await askWith(db)<{ asset: string; total: bigint }>(
    `select asset, sum(balance) as total from ledger.account
      where not starts_with(name, 'member:') and name ~ '^(pool|fee|suspense):' group by asset order by asset`,
    [],
  );
  return new Map(rows.map(({ asset, total }) => [asset, total]));
}

const MEMBERS_PAGE = 50_000;

/** Everybody who has something of an asset, with both parts together, in the order of ids. Index: account (name, asset). */
export async function listMembersOf(tx: Tx, asset: string): Promise<{ memberId: string; amount: bigint }[]> {
  const found: { memberId: string; amount: bigint }[] = [];
  for (let after = 'member:'; ;) {
    const rows = await askWith(tx)<{ name: string; balance: bigint }>(
      `select name, balance from ledger.account where name > $1 and name < 'member;' and asset = $2 and balance > 0
        order by name limit $3`,
      [after, asset, MEMBERS_PAGE],
    );
    for (const { name, balance } of rows) {
      const memberId = name.slice('member:'.length, name.lastIndexOf(':'));
      const last = found.at(-1);
      // Both parts of a member follow each other: no other name lies between them.
      if (last?.memberId === memberId) last.amount += balance;
      else found.push({ memberId, amount: balance });
    }
    const end = rows.at(-1);
    if (end === undefined || rows.length < MEMBERS_PAGE) return found;
    after = end.name;
  }
}

/** Balance of one account in every asset that it has. Index: account (name, asset). */
export async function balancesOf(db: Db | Tx, account: AccountName): Promise<Map<string, bigint>> {
  const rows = await askWith(db)<{ asset: string; balance: bigint }>(
    'select asset, balance from ledger.account where name = $1 order by asset',
    [account],
  );
  return new Map(rows.map(({ asset, balance }) => [asset, balance]));
}

export type AccountBalance = { account: AccountName; asset: string; balance: bigint };

/** Accounts whose name begins with `prefix`, by name; for the operators' explorer. `after` is the last one of the page before. */
export async function listAccountBalances(
  db: Db | Tx,
  prefix: string,
  page: { after?: { account: string; asset: string } | undefined; limit: number },
): Promise<AccountBalance[]> {
  return askWith(db)<AccountBalance>(
    `select name as account, asset, balance from ledger.account
      where name >= $1 and name < $1 || chr(1114111) and (name, asset) > ($2, $3) order by name, asset limit $4`,
    [prefix, page.after?.account ?? '', page.after?.asset ?? '', page.limit],
  );
}
