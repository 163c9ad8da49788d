-- What banks hold for us, as operators declared it by the statements they imported (decision 0135): part of the coverage, and no chain
-- proves it. Days before there was bank money had none.
alter table reserve_proof_coin add column bank numeric(45, 0) not null default 0;
alter table reserve_proof_coin alter column bank drop default;
