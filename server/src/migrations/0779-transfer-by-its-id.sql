-- One transfer by its id (decision 0283). Only transfers are in it: what else is posted, by the million, pays nothing for it.
create index journal_transfer on ledger.journal (reference) where reference like 'tra\_%';
