-- What the chain keeps of a day's proof of reserves: where it was published, and at which final block it was seen there.
create table reserve_publication (
  day integer primary key references reserve_proof,
  contract text not null,
  publisher text not null,
  block_number bigint not null,
  seen_at timestamptz not null
);
grant select, insert on reserve_publication to openmere_app;
grant select on reserve_publication to openmere_readonly;
