-- Proof of reserves (rulebook §0.2): once a day what every member has, as a Merkle-sum tree for each coin. A day whose row in
-- reserve_proof is missing is not finished: its leaves and nodes are made anew.
create table reserve_proof (
  day integer primary key, -- whole UTC days since 1970, by the business clock
  taken_at timestamptz not null,
  chain_id integer not null,
  block_number bigint not null,
  block_hash text not null check (block_hash ~ '^0x[0-9a-f]{64}$'),
  -- SHA-256 of the statement (core/src/reserve/proof.ts).
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  treasury text not null
);
create table reserve_proof_coin (
  day integer not null references reserve_proof,
  coin_id text not null,
  leaves integer not null check (leaves >= 0),
  root text not null check (root ~ '^([0-9a-f]{64})?$'),
  -- Base units: what members have, what the house has set aside, what lies on chain at that block, and at the cold address.
  members numeric(45, 0) not null check (members >= 0),
  set_aside numeric(45, 0) not null,
  on_chain numeric(45, 0) not null,
  cold numeric(45, 0) not null,
  addresses integer not null,
  primary key (day, coin_id),
  constraint reserve_proof_coin_root check ((leaves = 0) = (root = ''))
);
-- Where a member stands in the tree. Kept for a month, like the nodes.
create table reserve_leaf (
  day integer not null,
  coin_id text not null,
  member_id text not null,
  place integer not null check (place >= 0),
  amount numeric(45, 0) not null constraint reserve_leaf_not_negative check (amount > 0),
  primary key (day, coin_id, member_id)
);
-- Nodes of one level, 1,024 a row, each of 56 bytes: hash, then sum, most significant byte first. Level 0 are the leaves.
create table reserve_node (
  day integer not null,
  coin_id text not null,
  level smallint not null,
  chunk integer not null,
  nodes bytea not null,
  primary key (day, coin_id, level, chunk)
);
-- Hashes do not compress; uncompressed, one node is read without the rest of its row.
alter table reserve_node alter column nodes set storage external;
grant select, insert on reserve_proof, reserve_proof_coin to openmere_app;
grant select, insert, delete on reserve_leaf, reserve_node to openmere_app;
grant select on reserve_proof, reserve_proof_coin to openmere_readonly;
