-- What was done to one thing, whatever was done: looked for by its id in the console, also where it is only named in the detail.
create index audit_log_about on audit_log using gin (
  (array[subject, detail ->> 'member', detail ->> 'order', detail ->> 'withdrawal']));

-- Their bounds are new: a value outside of them would keep every process from starting. Other values are no numbers, so none is read before
-- it is known whose it is.
update config c set val = least(greatest(c.val::bigint, b.low), b.high)::text, version = c.version + 1, changed_at = now(),
    changed_by = 'installation'
  from (values ('risk.newDeviceHours', 0, 8760), ('risk.passwordChangeHours', 0, 8760), ('risk.depositAgeHours', 0, 8760),
      ('deposit.sweepGasGweiMax', 0, 1000), ('withdraw.proofLooks', 5, 100), ('withdraw.proofSeconds', 1, 3600),
      ('withdraw.proofBlocks', 1, 10000)) as b (idx, low, high)
  where c.idx = b.idx and case when c.idx = b.idx then c.val::bigint not between b.low and b.high end;
