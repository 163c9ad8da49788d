-- From when on its owner may lack what everybody was told; null: it does not say.
alter table socket_ticket add column missed_since timestamptz;
