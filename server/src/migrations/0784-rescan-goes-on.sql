-- A rescan is read a few blocks at a time, and goes on where it was (decision 0293). Written by the indexer.
alter table chain_rescan
  -- The first block that it has not read yet; null: none is read.
  add column next_block bigint check (next_block >= from_block);
