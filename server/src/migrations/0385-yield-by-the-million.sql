-- A day's yield of a million members changes a lot, a person's EQUITY and two accounts of each, and writes a deduction.

-- Half of each page stays free, so that what is used up touches no index (as in ledger.account).
alter table power_lot set (fillfactor = 50);
alter table equity_person set (fillfactor = 50);

-- A member is never removed, and each of a million rows would ask and lock theirs (as with reward).
alter table power_lot drop constraint power_lot_member_id_fkey;
alter table power_deduction drop constraint power_deduction_member_id_fkey;

-- Of an entry's postings only the first has a key; the others need not stand in the index.
alter table ledger.journal drop constraint journal_key;
create unique index journal_key on ledger.journal (key) where key is not null;
