-- Wallet addresses that a plain key has signed for: no node is asked whether a contract there signs (decision 0279).
create table key_wallet (address text primary key check (address ~ '^0x[0-9a-f]{40}$'));
grant select, insert on key_wallet to openmere_app;
