-- A contract wallet's signature is a question to the chain: a message is worth a few of them.
alter table wallet_nonce add column asked smallint not null default 0 check (asked >= 0);
grant update (asked) on wallet_nonce to openmere_app;
