-- Indexes for queries that looked through a table that grows (app/plans.test.ts explains every query of members and operators).

-- What all members have together is minus the sum of the few other accounts. The balance is not in it: it changes all the time.
create index account_of_house on ledger.account (asset, name) where not starts_with(name, 'member:');

-- Failed withdrawals whose money was not given back: the console's queue.
create index withdrawal_not_released on withdrawal (status_at) where status = 'failed' and released_at is null;

-- Trades of one kind, newest first.
create index trade_newest_of_kind on trade (chain_id, bought, block_number desc, log_index desc);
