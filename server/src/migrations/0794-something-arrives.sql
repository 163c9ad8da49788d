-- A transfer that is all fee moves nothing, so its fee stays below the whole: the value of before would keep every process from starting.
update config set val = '9999', version = version + 1, changed_at = now(), changed_by = 'installation'
  where idx = 'transfer.feeBps' and val = '10000';
