import pg from 'pg';
import type { MemberActor } from '../platform/actor.ts';
import { TEST_CHAIN_ID } from '../platform/chain/test-anvil.ts';
import type { TestDatabase } from '../platform/db/test-database.ts';

/**
 * For tests: `rows` rows in every table that grows with members, money or time, so that the planner decides as it would in a
 * large installation. Rows hang together as far as queries follow them; triggers and foreign keys are off meanwhile. One row
 * in a thousand is `who`'s.
 */
export async function fillLarge(clone: TestDatabase, rows: number, who: MemberActor): Promise<void> {
  const { pool } = clone.connect('owner', { max: 1 });
  const client = await pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query('set statement_timeout = 0');
    for (const statement of statements) {
      await client.query(
        statement
          .replaceAll('$wallet', wallet)
          .replaceAll('$who', `'${who.id}'`)
          .replaceAll('$chain', String(TEST_CHAIN_ID))
          .replaceAll('$shops', String(Math.max(100, rows / 1_000)))
          .replaceAll('$rows', String(rows)),
      );
    }
    await client.query('analyze');
  } finally {
    client.release(true);
  }
}

/** Whose row number i is: the member of the test now and then, or one of the large crowd. */
const owner = `case when i % 1000 = 0 then $who else 'mem_large' || (i % $rows) end`;
const hash = (text: string): string => `'0x' || md5('${text} ' || i) || md5(i || ' ${text}')`;
const address = (text: string): string => `'0x' || md5('${text} ' || i) || lpad(to_hex(i), 8, '0')`;
const wallet = `(select wallet_address from member where id = $who)`;
const id = (prefix: string): string => `'${prefix}_' || lpad(i::text, 26, '0')`;
const SERIES = 'from generate_series(1, $rows) i';
const ago = `now() - make_interval(mins => ($rows - i) * 5)`;

const statements = [
  `insert into member (id, nickname, nickname_key, invitation_code, inviter_id, country, wallet_address, wallet_bound_at)
   select 'mem_large' || i, 'large ' || i, 'large ' || i, translate(upper(lpad(to_hex(i + 1048576), 6, '0')), 'ILOU', '0000'),
          (select id from member where inviter_id is null), 'DE', ${address('wallet')}, now() ${SERIES}`,
  `insert into member_device (member_id, device_hash, device, ip, ip_prefix)
   select ${owner}, 'device ' || i, 'test', ('10.' || i / 65536 || '.' || i / 256 % 256 || '.' || i % 256)::inet, 'prefix ' || i ${SERIES}`,
  `insert into auth_session (id, member_id, token_hash, kind, device, device_hash, ip, expires_at, ends_at)
   select 'ses_large' || i, ${owner}, 'hash ' || i, 'mail', 'test', 'device ' || i, '127.0.0.1', now() + interval '1 day',
          now() + interval '2 days' ${SERIES}`,
  `insert into socket_message (member_id, seq, type, data) select ${owner}, 1000000 + i, 'balance', '{}' ${SERIES}`,
  `insert into socket_sequence (member_id, seq) select 'mem_large' || i, 2000000 ${SERIES}`,
  `insert into notice (id, member_id, template, params, mailed, read_at, delivered_at)
   select ${id('ntc')}, ${owner}, 'transfer.notice.received', '{}', true, case when i % 3 > 0 then now() end, now() ${SERIES}`,
  `insert into upload (name, member_id, bytes) select md5(i::text) || '.png', ${owner}, 1 ${SERIES}`,
  `insert into deposit_address (member_id, chain_id, address, salt, factory)
   select 'mem_large' || i, $chain, ${address('deposit')}, ${hash('salt')}, '0x' || repeat('f', 40) ${SERIES}`,
  `insert into deposit_holding (chain_id, token, address, expected, changed_block, touched)
   select $chain, '0x' || repeat('e', 40), ${address('deposit')}, case when i % 10 = 0 then i else 0 end, i, i % 100 = 0 ${SERIES}`,
  `insert into deposit (id, member_id, chain_id, coin_id, token, address, sender, amount, tx_hash, log_index, block_number,
     block_hash, status, credited_at)
   select ${id('dep')}, ${owner}, $chain, 'USDT', '0x' || repeat('e', 40), ${address('deposit')}, '0x' || repeat('1', 40), i,
          ${hash('deposit')}, 0, i, ${hash('block')}, case when i % 5000 = 1 then 'seen' when i % 7 = 0 then 'ignored' else 'credited' end,
          case when i % 5000 <> 1 then now() end ${SERIES}`,
  `insert into withdrawal (id, payout_id, member_id, family_id, request_id, coin_id, chain_id, amount, fee, received, minimum,
     multiple, address, status, decider, score, checks, requested_at, paid_tx, paid_block, reason)
   select ${id('wdr')}, ${hash('payout')}, ${owner}, ${owner}, gen_random_uuid(), 'USDT', $chain, 20, 1, 19, 20, 20,
          ${address('wallet')}, s.status, 'none', i % 100, '[]', ${ago},
          case when s.status = 'confirmed' then ${hash('paid')} end, case when s.status = 'confirmed' then i end, 'reason'
     from generate_series(1, $rows) i, lateral (select case i % 2000 when 1 then 'reviewing' when 2 then 'approved'
       when 3 then 'sending' when 4 then 'sent' when 5 then 'failed' when 6 then 'rejected' else 'confirmed' end as status) s`,
  `insert into withdrawal_step (withdrawal_id, status, at) select ${id('wdr')}, s.status, ${ago}
     from generate_series(1, $rows) i, unnest(array['reviewing', 'approved', 'confirmed']) s(status)`,
  `insert into audit_log (seq, id, at, operator_id, account, action, subject, detail, hash)
   select i + 1000000, ${id('aud')}, ${ago}, 'opr_' || repeat('0', 26), 'account' || i % 20, 'action' || i % 20, 'subject' || i, '{}',
          md5(i::text) || md5(i::text) ${SERIES}`,
  `insert into member_activation (wallet_address, inviter_address, tx_hash, block_number, status)
   select ${address('wallet')}, '0x' || repeat('1', 40), ${hash('activation')}, i, 'final' ${SERIES}`,
  `insert into trade (id, chain_id, tx_hash, log_index, block_number, block_hash, block_time, address, bought, usdt_amount,
     open_amount, fee, burned, status, announced)
   select 'trd_' || md5(i::text) || lpad(i::text, 8, '0') || '-0', $chain, ${hash('trade')}, 0, i, ${hash('block')}, ${ago},
          case when i % 1000 = 0 then $wallet else ${address('wallet')} end, true, 1, 1, 0, 0, 'final', true ${SERIES}`,
  `insert into candle (chain_id, interval, open_time, open, high, low, close, volume_open, volume_usdt, trades, first_at, last_at)
   select $chain, '1m', now() - make_interval(mins => i), 1, 1, 1, 1, 1, 1, 1, i, i ${SERIES}`,
  `insert into pool_point (chain_id, block_number, log_index, block_time, reserve_usdt, reserve_open, lp_total)
   select $chain, i, 0, ${ago}, 1, 1, 1 ${SERIES}`,
  `insert into open_burn (chain_id, block_number, log_index, block_time, tx_hash, address, amount)
   select $chain, i, 0, ${ago}, ${hash('burn')}, '0x' || repeat('1', 40), 1 ${SERIES}`,
  `insert into liquidity_record (id, chain_id, address, type, status, usdt, open, lp, amount, lp_value, ousd, ousd_held, tx_hash,
     log_index, block_number, block_hash, block_time)
   select ${id('liq')}, $chain, case when i % 1000 = 0 then $wallet else ${address('wallet')} end, 'remove', 'final', 1, 1, 1, 1, 1,
          1, 1, ${hash('liquidity')}, 0, i, ${hash('block')}, ${ago} ${SERIES}`,
  `insert into liquidity_position (chain_id, address, lp, paid_usdt, paid_open, paid_value, entry_root_e18, ousd_obtained,
     block_number, log_index)
   select $chain, ${address('wallet')}, 1, 1, 1, 1, 1, 1, i, 0 ${SERIES}`,
  `insert into equity_person (person_id, cap) select 'mem_large' || i, 1 ${SERIES}`,
  `insert into performance_day (member_id, day, kind, amount)
   select 'mem_large' || i, 20000 + i % 400, 'swap', 1000000000000 ${SERIES}`,
  // Everybody was invited by the root; a thousandth of the figures hang below the member of the test.
  `insert into team_figure (member_id, inviter_id, own, total, large, leg, members, highest)
   select 'mem_large' || i, case when i % 1000 = 0 then $who else (select id from member where inviter_id is null) end,
          i, i, i, 2 * i, 1, 0 ${SERIES}`,
  `insert into team_day (member_id, day, amount, own, new_members)
   select ${owner}, 20000 + i, i, i, 1 ${SERIES}`,
  `insert into team_page (member_id, changed_at) select 'mem_large' || i, now() ${SERIES}`,
  `insert into reward_settlement (pool, period, days, step, opened_at, settled_at)
   select 'referral', i, 1, case when i = 9 then 'written' else 'settled' end, now(), case when i < 9 then now() end from generate_series(0, 9) i`,
  `insert into reward (member_id, kind, coin_id, amount, status, reason, pool, period, payer, base, claim_id, at)
   select ${owner}, (array['direct', 'indirect', 'team'])[i % 3 + 1], 'USDT', i, s.status, case when s.status = 'notqualified' then 'power' end,
          'referral', i * 10 / ($rows + 1), 'mem_large' || i, i, case when s.status = 'claimed' then ${id('clm')} end, ${ago}
     from generate_series(1, $rows) i,
       lateral (select case i / 1000 % 4 when 0 then 'claimable' when 1 then 'notqualified' else 'claimed' end as status) s`,
  `insert into reward_claim (id, member_id, request_id, target, count, sums, claimed_at)
   select ${id('clm')}, ${owner}, gen_random_uuid(), '*', 1, '{}', ${ago} ${SERIES}`,
  `insert into lp_change (chain_id, block_number, log_index, change) select $chain, i, 0, 1 ${SERIES}`,
  // Goods in 200 types, ten of them at the top, in shops of at most a thousand goods; one in five is sold out, one in fifty costs USDO.
  `insert into goods_type (id, pid, names) select ${id('gty')}, case when i > 10 then 'gty_' || lpad((i % 10 + 1)::text, 26, '0') end,
     jsonb_build_object('en', 'Type ' || i) from generate_series(1, 200) i`,
  `insert into goods (id, shop_id, type_id, coin_id, skus, price_min, price_max, in_stock, sold, created_at, facets)
   select ${id('gds')}, 'shp_' || lpad((i % $shops)::text, 26, '0'), 'gty_' || lpad((i % 190 + 11)::text, 26, '0'), c.coin, 1,
          i % 997 + 1, i % 997 + 1, i % 5 > 0, i % 731, ${ago},
          array['gty_' || lpad((i % 190 + 11)::text, 26, '0'), 'gty_' || lpad(((i % 190 + 11) % 10 + 1)::text, 26, '0'),
            'shp_' || lpad((i % $shops)::text, 26, '0')]
     from generate_series(1, $rows) i, lateral (select case when i % 50 = 0 then 'USDO' else 'USDT' end as coin) c`,
  `insert into goods_listing (scope, goods_id, created_at, price_min, sold, in_stock)
   select base || coin, g.id, g.created_at, g.price_min, g.sold, g.in_stock
     from goods g, unnest(array['0'] || g.facets) base, unnest(array['', '/' || g.coin_id]) coin`,
  `insert into goods_search (goods_id, names, words, spelled)
   select ${id('gds')}, array_to_tsvector(array['goods', i::text, '商品', '商', '品']), array_to_tsvector(array['goods', i::text, 'text']),
          'goods ' || i || ' q2 zz ' ${SERIES}`,
  `insert into goods_collect (member_id, goods_id, collected_at) select ${owner}, ${id('gds')}, ${ago} ${SERIES}`,
  // The first hundred goods have all comments, so that one of them has many; one in ten waits for its shop's answer.
  `insert into goods_comment (id, goods_id, shop_id, member_id, line_id, stars, body, answer, answered_at, hidden_reason, hidden_at)
   select ${id('cmt')}, 'gds_' || lpad((i % 100 + 1)::text, 26, '0'), 'shp_' || lpad(((i % 100 + 1) % 100)::text, 26, '0'), ${owner},
          ${id('oln')}, 5, 'text', case when i % 1000 > 99 then 'thanks' end, case when i % 1000 > 99 then now() end,
          case when i % 5000 = 1 then 'spam' end, case when i % 5000 = 1 then now() end ${SERIES}`,
  // The test's member has bought one in a thousand, and sells in the hundredth shop; every kind of order is among both.
  `insert into mall_order (id, serial, member_id, request_id, request_hash, shop_id, seller_id, coin_id, total, obl_most, status, refund,
     paid_coin, commission_bps, shop_part, recipient, phone, country, detail, created_at, pay_by, receive_by, paid_at, shipped_at,
     completed_at, cancelled_at, cancel_reason, comment_due)
   select ${id('ord')}, '20260101-' || upper(lpad(to_hex(i), 8, '0')), ${owner}, gen_random_uuid(), repeat('0', 64),
     'shp_' || lpad(((i + 50) % 100)::text, 26, '0'), case when (i + 50) % 100 = 99 then $who else 'mem_large' || (i + 50) % 100 end, 'USDT', 10, 0, s.status,
     s.refund, case when s.paid then 10 else 0 end, case when s.status = 'completed' then 500 end,
     case when s.status = 'completed' then 10 else 0 end, 'A', '+65', 'SG', 'B', ${ago}, ${ago} + interval '30 minutes',
     case when s.status = 'pendingreceipt' and s.refund = 'none' then now() + interval '1 day' end,
     case when s.paid then ${ago} end, case when s.shipped then ${ago} end, case when s.status = 'completed' then ${ago} end,
     case when s.status = 'cancelled' then ${ago} end, case when s.status = 'cancelled' then 'expired' else '' end,
     s.status = 'completed' and i % 3000 = 0
     from generate_series(1, $rows) i, lateral (select status, status not in ('pendingpayment', 'cancelled') as paid,
       status in ('pendingreceipt', 'completed') as shipped, case when status = 'pendingreceipt' and i % 7 = 0 then 'refunding' else 'none' end
       as refund from (select case (case when i % 1000 = 0 then i / 1000 else i end) % 97 when 1 then 'pendingpayment'
         when 2 then 'pendingshipment' when 3 then 'pendingreceipt' when 4 then 'cancelled' else 'completed' end as status) k) s`,
  `insert into after_sale (id, order_id, request_id, kind, amount, given, status, text, created_at, answer_by, left_ms, ended_at)
   select ${id('aft')}, ${id('ord')}, gen_random_uuid(), 'refund', 10, case when s.status = 'agreed' then 10 end, s.status, 'text', ${ago},
     case when s.status in ('requested', 'refused') then now() + make_interval(mins => i % 1000 + 1) end, 0,
     case when s.status in ('agreed', 'withdrawn') then ${ago} end
     from generate_series(1, $rows) i, lateral (select case i % 100 when 1 then 'requested' when 2 then 'refused' when 3 then 'disputed'
       when 4 then 'withdrawn' else 'agreed' end as status) s`,
  `insert into order_payment (member_id, request_id, request_hash, order_ids, coin_id, coin, obl, paid_at)
   select ${owner}, gen_random_uuid(), repeat('0', 64), array[${id('ord')}], 'USDT', 10, 0, ${ago} ${SERIES}`,
  // Half of the lines are guests'; nobody has more of them, or of addresses, than a person may.
  `insert into cart_line (id, member_id, guest, goods_id, sku_id, quantity, price_added, added_at)
   select ${id('crt')}, case when i % 1000 = 0 and i <= 50000 then $who when i % 2 = 0 then 'mem_large' || i end,
     case when i % 2 > 0 then md5('guest ' || i) || md5('of ' || i) end, ${id('gds')}, ${id('sku')}, 1, 1,
     now() - make_interval(secs => i) ${SERIES}`,
  `insert into shipping_address (id, member_id, is_default, label, recipient, phone, country, detail)
   select ${id('adr')}, case when i % 1000 = 0 and i <= 10000 then $who else 'mem_large' || i end, i % 1000 > 0 or i <> 1000, '', 'A', '+65',
     'SG', 'B' from generate_series(1, $rows) i where i % 1000 > 0 or i = 1000 or i > 10000`,
  `insert into order_line (id, order_id, goods_id, sku_id, name, sku_name, picurl, price, obl, quantity, commented)
   select ${id('oln')}, ${id('ord')}, ${id('gds')}, ${id('sku')}, 'Goods', '', '', 10, 0, 1, i % 3000 > 0 ${SERIES}`,
  `insert into order_event (order_id, at, kind, by) select ${id('ord')}, ${ago}, 'created', 'buyer' ${SERIES}`,
  `insert into shop (id, member_id, name, name_key, kind)
   select 'shp_' || lpad(i::text, 26, '0'), case when i = 99 then $who else 'mem_large' || i end, 'Shop ' || i, 'shop ' || i, 'home' from generate_series(0, $rows / 10) i`,
  `insert into shop_application (id, member_id, name, name_key, kind, contact, state, operator_id, decided_at)
   select ${id('sap')}, ${owner}, 'Shop ' || i, 'asked ' || i, 'home', '', s.state, case when s.state <> 'pending' then 'opr_' || repeat('0', 26) end,
     case when s.state <> 'pending' then now() end
     from generate_series(1, $rows) i, lateral (select case when i % 1000 = 1 then 'pending' else 'approved' end as state) s`,
  `insert into goods_text (goods_id, locale, name) select ${id('gds')}, l, 'Goods ' || i
     from generate_series(1, $rows) i, unnest(array['en', 'zh-Hant']) l`,
  `insert into goods_sku (id, goods_id, price, stock) select ${id('sku')}, ${id('gds')}, i % 997 + 1, i % 5 ${SERIES}`,
  `insert into chain_log (chain_id, tx_hash, log_index, handler, block_number, block_hash)
   select $chain, ${hash('log')}, 0, 'deposit-transfer', i, ${hash('block')} ${SERIES}`,
  // A hundred thousand accounts; each journal row goes between one of them and the world, and knows the row before it.
  `insert into ledger.kind (name) select 'transfer' where not exists (select from ledger.kind where name = 'transfer')`,
  `insert into ledger.account (name, asset, may_be_negative, balance)
   select 'member:' || $who || ':available', 'USDT', false, 10 where not exists (
     select from ledger.account where name = 'member:' || $who || ':available' and asset = 'USDT')`,
  `insert into ledger.account (name, asset, may_be_negative, balance)
   select 'member:mem_large' || i || ':available', 'USDT', false, 10 ${SERIES}`,
  `insert into ledger.account (name, asset, may_be_negative) select 'world', 'USDT', true
    where not exists (select from ledger.account where name = 'world' and asset = 'USDT')`,
  `create temporary table place as select i, (16 + i)::bigint * 4096 + 4096000000 as row_id,
     case when i % 1000 = 0 then w.id else m.id end as account, o.id as world
     from generate_series(1, $rows) i
     join ledger.account m on m.name = 'member:mem_large' || (i % 500 + 1) || ':available' and m.asset = 'USDT'
     cross join (select id from ledger.account where name = 'member:' || $who || ':available' and asset = 'USDT') w
     cross join (select id from ledger.account where name = 'world' and asset = 'USDT') o`,
  `insert into ledger.batch (id, lane, rows, previous, time, hash)
   select row_id / 4096, 0, 1, row_id / 4096 - 1, ${ago}, sha256(i::text::bytea) from place`,
  `insert into ledger.journal (id, source_previous, destination_previous, source, destination, line, kind, key, input, amount,
     source_balance, destination_balance, actor, reference)
   select row_id, coalesce(lag(row_id) over (partition by account order by i), 0), row_id - 4096, account, world, 0,
          (select id from ledger.kind where name = 'transfer'), gen_random_uuid(), gen_random_uuid(), 1, 10, 10, 'member:' || $who,
          'tra_' || i from place`,
  `update ledger.account a set last_row = p.last from (select account, max(row_id) as last from place group by account) p
    where a.id = p.account`,
];

/** Tables that grow with members, money or time: a query may not read them from end to end. */
export const growing: ReadonlySet<string> = new Set([
  'member',
  'member_device',
  'auth_session',
  'socket_message',
  'socket_sequence',
  'upload',
  'notice',
  'deposit_address',
  'deposit_holding',
  'deposit',
  'withdrawal',
  'withdrawal_step',
  'audit_log',
  'member_activation',
  'trade',
  'candle',
  'pool_point',
  'open_burn',
  'liquidity_record',
  'liquidity_position',
  'equity_person',
  'performance_day',
  'team_figure',
  'team_day',
  'team_page',
  'reward',
  'reward_claim',
  'lp_change',
  'goods',
  'goods_collect',
  'goods_comment',
  'goods_listing',
  'goods_search',
  'goods_text',
  'goods_sku',
  'mall_order',
  'after_sale',
  'order_payment',
  'cart_line',
  'shipping_address',
  'shop',
  'shop_application',
  'order_line',
  'order_event',
  'chain_log',
  'account',
  'batch',
  'journal',
]);

export type Captured = { text: string; values: readonly unknown[] };

/** For tests: keeps every statement of this process until it is stopped. */
export function captureQueries(): { captured: Captured[]; stop: () => void } {
  const captured: Captured[] = [];
  const prototype = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
  const original = prototype.query;
  prototype.query = function query(this: unknown, ...given: unknown[]): unknown {
    const [first, second] = given;
    if (typeof first === 'string')
      captured.push({ text: first, values: Array.isArray(second) ? second : [] });
    else if (typeof first === 'object' && first !== null && 'text' in first) {
      const { text, values } = first as { text: string; values?: unknown[] };
      captured.push({ text, values: values ?? (Array.isArray(second) ? second : []) });
    }
    return original.apply(this, given);
  };
  return { captured, stop: () => void (prototype.query = original) };
}
