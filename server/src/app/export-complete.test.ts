import { allCalls } from '@openmere/core/calls.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { exportSources } from './export-sources.ts';

/**
 * The file of one's own data is complete: what a member may ask, and what the database keeps of members, is either a source of it or
 * stands here with the reason why not. Whatever is added later must be put on one side or the other.
 */

/** Questions that show nothing of the asker's that the file does not have. */
const notAsked: Readonly<Record<string, readonly string[]>> = {
  'shows everybody the same': [
    'Activity/Places',
    'Activity/Pool',
    'Ctrls/coinlist',
    'Ctrls/Agreement',
    'Ctrls/GetAllApkVersion',
    'Ctrls/GetAppVersion',
    'Ctrls/GetConfig',
    'Ctrls/GetEnum',
    'Ctrls/gettime',
    'Ctrls/Geocode',
    'Ctrls/News',
    'Ctrls/NewsFirst',
    'Ctrls/Places',
    'Goods/CommentByGoods',
    'Goods/GetGoodsPage',
    'Goods/GetGoodsTypePage',
    'Goods/GoodsFirst',
    'Goods/GoodsTypeFirst',
    'Goods/MallShopInfo',
    'Goods/ShopTypes',
    'index',
    'Node/Types',
    'Reward/Pools',
    'trade/Kline',
    'trade/Pool',
    'Wallet/FiatBanks',
    'Wallet/Reserves',
    'Wallet/Status',
  ],
  'is about somebody else': [
    'Order/ShopFirst',
    'Users/AddressAny',
    'Users/CaptainUsers',
    'Users/Inviter',
    'Users/Tdmf',
  ],
  'is a quote, a verdict or a state of the moment': [
    'Goods/isCollect',
    'Order/Counts',
    'Order/ShopCounts',
    'Users/Closing',
    'Wallet/DepositCheck',
    'Wallet/FiatQuote',
    'Wallet/TransferQuote',
    'Wallet/WithdrawQuote',
    'Ctrls/Unread',
  ],
  'says again, added up or one by one, what a source says': [
    'Goods/ShopSold',
    'Goods/ShopStatement',
    'Ticket/About',
    'Ticket/Messages',
    'Users/RewardDetail',
    'Users/TotalDayMy',
    'Users/TotalMy',
    'Wallet/DepositAddress',
    'Wallet/ReserveProof',
  ],
  'acts, and asks for nothing that is kept': [
    'Ctrls/SendCode_Mail',
    'Ctrls/SendCode_Phone',
    'Users/Bind_address',
    'Users/getsign',
    'Users/SocketTicket',
    'Wallet/ContactRemove',
    'Wallet/ContactSave',
    'Wallet/FiatOrder',
    'Wallet/WithdrawCancel',
  ],
  'is the file itself': ['Users/Export'],
};

/** Which sources show what a table keeps of a member. */
const shownBy: Readonly<Record<string, readonly string[]>> = {
  'ledger.outbound_lock': ['Users/Info'],
  activity_bonus: ['Activity/Info'],
  agreement_acceptance: ['agreements'],
  auth_freeze: ['freezes'],
  auth_session: ['Users/Sessions'],
  cart_line: ['Goods/GetShopCar'],
  deposit: ['Wallet/Deposits'],
  deposit_address: ['depositAddresses'],
  equity_day: ['Users/CreditDetail'],
  equity_grant: ['Users/CreditDetail'],
  equity_stake: ['Users/CreditDetail'],
  factor_reset: ['factorResets'],
  feedback: ['feedback'],
  fiat_line: ['Wallet/FiatOrders', 'Ctrls/Notices'],
  fiat_order: ['Wallet/FiatOrders'],
  geo_refusal: ['refusals'],
  goods_collect: ['Goods/getMyGoodsCollect'],
  goods_comment: ['comments', 'Goods/ShopComments'],
  identity_check: ['identityChecks'],
  liquidity_hold: ['trade/Liquidity'],
  liquidity_lock: ['trade/Liquidity'],
  liquidity_position: ['trade/Liquidity'],
  liquidity_record: ['trade/LiquidityRecords'],
  login_record: ['Users/Logins'],
  mall_order: ['Order/List', 'Order/ShopList'],
  member: ['Users/Info', 'Users/myaccount'],
  member_activation: ['Chain/Activation'],
  member_device: ['devices'],
  minting_record: ['Cast/Records', 'Usdo/Records'],
  node_medal: ['Node/Mine'],
  node_holding: ['Node/Mine'],
  node_permit: ['Node/Allow'],
  notice: ['Ctrls/Notices'],
  notice_choice: ['Ctrls/NoticeChoices'],
  order_payment: ['Order/List'],
  passkey: ['Users/Passkeys'],
  pay_password_history: ['payPasswordChanges'],
  payable: ['Users/PayableList'],
  performance_day: ['Users/mytotal', 'Users/teamtotal'],
  power_deduction: ['Cast/Deductions'],
  power_lot: ['Users/GetMyEnergy', 'Cast/Grants'],
  recovery_code: ['Users/SecondFactor'],
  reward: ['Users/Rewards'],
  reward_claim: ['Users/Rewards', 'trade/GetUserBalanceRecord'],
  reward_day_sum: ['Users/mytotal'],
  reward_summed: ['Users/mytotal'],
  sealed_picture: ['sealedPictures'],
  shipping_address: ['Users/GetMyAddress'],
  shop: ['Users/Shopinfo'],
  shop_application: ['Users/Shopinfo'],
  sub_account: ['Users/myaccount'],
  team_day: ['Users/teamtotal'],
  team_figure: ['Users/teamtotal'],
  team_page: ['Users/CaptainInfo'],
  team_power: ['Cast/Info'],
  ticket: ['Ticket/List'],
  trade: ['trade/Trades'],
  transfer_contact: ['Wallet/Contacts'],
  upload: ['uploads'],
  withdrawal: ['Wallet/Withdrawals'],
};

/** Tables of members that the file has nothing of. */
const notShown: Readonly<Record<string, readonly string[]>> = {
  'a secret, or proof of one: who reads the file must not get in by it': [
    'auth_freeze_link',
    'login_password',
    'pay_password',
    'socket_ticket',
    'totp_secret',
  ],
  'waits some minutes for an answer, and is gone': [
    'auth_code',
    'email_binding',
    'passkey_question',
    'ticket_writing',
    'totp_start',
    'wallet_nonce',
  ],
  'says again what a source says: kept to count, to send or to find it': [
    'equity_holder',
    'equity_person',
    'key_wallet',
    'reserve_leaf',
    'socket_message',
    'socket_sequence',
    'team_change',
  ],
  'a bookmark': ['news_read', 'news_seen'],
  'an address of a push service that nobody can read; the device is among those that are listed': [
    'push_subscription',
  ],
  'the house’s own work at addresses, not anybody’s': [
    'cold_address',
    'deposit_holding',
    'fiat_bank',
    'open_burn',
    'sanctioned_address',
  ],
};

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
}, 60_000);
afterAll(() => context.close());

const sources = exportSources.flatMap((one) =>
  'call' in one ? [one.call, ...(one.each === undefined ? [] : [one.each])] : [one.name],
);
const flat = (lists: Readonly<Record<string, readonly string[]>>) => Object.values(lists).flat();
const twice = (names: readonly string[]) => names.filter((name, at) => names.indexOf(name) !== at);

/** What asks and does not act is sent as a query (calls.md); a query that acts is named above. */
const questions = allCalls
  .filter(
    ({ access, answer, transport }) =>
      access.kind !== 'operator' && answer !== 'none' && transport === 'query',
  )
  .map(({ path }): string => path);

test('refuses: a question of members that is neither in the file nor excepted with a reason', () => {
  const known = [...sources, ...flat(notAsked)];
  expect(questions.filter((path) => !known.includes(path))).toEqual([]);
  expect(flat(notAsked).filter((path) => !questions.includes(path))).toEqual([]);
  expect(flat(notAsked).filter((path) => sources.includes(path))).toEqual([]);
  expect(twice(flat(notAsked))).toEqual([]);
});

/** A column that is a member, or where a member's wallet stands. */
const ofMember =
  '^(.*_)?(member|family|person|seller|main|inviter)(_id)?$|^(address|wallet_address|holder|first_owner)$';

async function listMemberTables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct case when s.nspname = 'public' then '' else s.nspname || '.' end || t.relname as name
    from pg_class t join pg_namespace s on s.oid = t.relnamespace
      join pg_attribute c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped
      left join pg_constraint f on f.conrelid = t.oid and f.contype = 'f' and c.attnum = any(f.conkey)
    where t.relkind in ('r', 'p') and s.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
      and (c.attname ~ ${ofMember} or f.confrelid = 'member'::regclass)
    order by 1`.execute(context.owner);
  return rows.map(({ name }) => name);
}

test('refuses: a table of members that neither a source shows nor an exception names', async () => {
  const tables = await listMemberTables();
  const known = [...Object.keys(shownBy), ...flat(notShown)];
  expect(tables.length).toBeGreaterThan(50);
  expect(tables.filter((table) => !known.includes(table))).toEqual([]);
  expect(known.filter((table) => !tables.includes(table))).toEqual([]);
  expect(twice(known)).toEqual([]);
  expect(flat(shownBy).filter((name) => !sources.includes(name))).toEqual([]);
});

test('refuses: not to see a table that somebody adds', async () => {
  await sql`create table diary (id text primary key, whose text references member (id), line text)`.execute(
    context.owner,
  );
  await sql`create table habit (member_id text, habit text)`.execute(context.owner);
  const tables = await listMemberTables();
  expect(tables).toContain('diary');
  expect(tables).toContain('habit');
});
