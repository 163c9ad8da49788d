-- OPEN has terms of its own since settings withdraw.open… and transfer.open…, and a withdrawal has a maximum. An installation that had set
-- other terms keeps them for OPEN, and one whose signer pays more at once keeps that, until two operators set them otherwise.
insert into config (idx, val, version, changed_by)
  select new_idx, c.val, 1, 'migration 0766'
  from (values ('withdraw.min', 'withdraw.openMin'), ('withdraw.multiple', 'withdraw.openMultiple'), ('withdraw.fee', 'withdraw.openFee'),
    ('transfer.min', 'transfer.openMin'), ('transfer.multiple', 'transfer.openMultiple')) as of_open(idx, new_idx)
  join config c using (idx)
  on conflict (idx) do nothing;
insert into config (idx, val, version, changed_by)
  select new_idx, c.val, 1, 'migration 0766'
  from config c, (values ('withdraw.max'), ('withdraw.openMax')) as most(new_idx)
  where c.idx = 'signer.capTransaction' and c.val::numeric > 10000
  on conflict (idx) do nothing;
