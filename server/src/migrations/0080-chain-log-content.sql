-- A log is claimed once by what it says, too, not only by its index (rulebook §4; threats T14): a node that tells of the same
-- log under another index must not make it count twice. Written and read by the indexer.
alter table chain_log
  -- First 16 bytes of the SHA-256 over contract, topics and data.
  add column content bytea check (length(content) = 16),
  -- Which of the logs of its transaction that say the same, from 0 on.
  add column nth smallint check (nth >= 0);
-- Rows from before have no content: they are claimed by their index alone, as before.
create unique index chain_log_content on chain_log (chain_id, handler, tx_hash, content, nth);
