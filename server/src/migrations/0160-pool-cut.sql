-- The pair's kLast, where its operator takes a cut of the fees as new LP (PancakeSwap): a removal is quoted after that cut.
alter table pool_state add column k_last numeric(78, 0) not null default 0 check (k_last >= 0);
