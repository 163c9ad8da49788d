-- No tier pays more than the whole (decision 0313): a value above it would keep every process from starting. What was above is the whole, and
-- the first that reaches it the last.
update config set version = version + 1, changed_at = now(), changed_by = 'installation', val = (
    select string_agg(split_part(tier, ':', 1) || ':' || least(split_part(tier, ':', 2)::int, 10000), ',' order by at)
    from unnest(string_to_array(val, ',')) with ordinality as tiers (tier, at)
    where at = 1 or split_part(split_part(val, ',', at::int - 1), ':', 2)::int < 10000)
  where idx = 'activity.depositTiers' and val ~ ':[1-9][0-9]{4}' and val !~ ':10000$';

-- How far the ledger was read for what stayed: a busy member's thousands of entries were read again at each opening of the page.
alter table activity_bonus add column kept_through bigint;
