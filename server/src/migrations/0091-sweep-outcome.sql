-- How a sweep ended, once its nonce was consumed in a final block. Written and read by the settler.
-- swept: its transaction succeeded; reverted: it failed, and its addresses rest for a while; replaced: another transaction of
-- the key took the nonce. Null for those that ended before this was kept.
alter table deposit_sweep add column outcome text check (outcome in ('swept', 'reverted', 'replaced'));
create index deposit_sweep_reverted on deposit_sweep (chain_id, done_at) where outcome = 'reverted';
