-- The leadership pool weighs liquidity by time (decision 0295): of each day's change of it, the sum of each change × the milliseconds of the
-- day before it. What was counted before this is taken as of the beginning of its day.
alter table performance_day add column amount_ms numeric(90, 0) not null default 0;

-- A log of ours that is gone in a reorganisation, and at whose place (transaction, index) the new blocks hold one that says something else:
-- the block of that one, which is not applied. Written by the indexer.
alter table chain_orphan add column replaced_block bigint;

-- Referral parts of fees that no member paid (decision 0253): the former code brought them into pool:referral and into no settlement.
-- What the days' entries brought into it of each fee account and coin, less what the settlements know of, is a fee of the next day that is
-- opened: that settlement divides and books it, like any fee without a line above it. It is there once: its reference is the key.
insert into reward_fee (source, reference, day, payer, coin_id, fee, part, at)
with brought as (
  select right(s.name::text, -4) as source, s.asset::text as coin_id, sum(r.amount) as amount
    from reward_settlement d
    join ledger.journal h on h.key = encode(substring(sha256(convert_to(
      '["system:settlement","fee-division","fee-division:' || d.period || '"]', 'UTF8')) for 16), 'hex')::uuid
    -- The lines of an entry follow its head.
    cross join lateral (select * from ledger.journal j where j.id between h.id and h.id + 4095 and j.id - j.line = h.id offset 0) r
    join ledger.account s on s.id = r.source and s.name in ('fee:transfer', 'fee:withdrawal', 'fee:mall')
    join ledger.account t on t.id = r.destination and t.name = 'pool:referral'
   where d.pool = 'referral' group by 1, 2),
known as (select source, coin_id, sum(part) as amount from reward_fee where source <> 'swap' group by 1, 2)
select b.source, 'left-before-0787-' || b.coin_id, (select max(period) + 1 from reward_settlement where pool = 'referral'),
       'fee:' || b.source, b.coin_id, b.amount - coalesce(k.amount, 0), b.amount - coalesce(k.amount, 0), now()
  from brought b left join known k using (source, coin_id)
 where b.amount > coalesce(k.amount, 0)
on conflict do nothing;
