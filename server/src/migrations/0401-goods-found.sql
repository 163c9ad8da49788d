-- Search over goods, their collection by members, and comments of buyers.

create extension if not exists pg_trgm;

-- Names of a goods and of its variants in all their languages, by the tokens of core/mall/search-text.ts; what stands first in
-- its texts; and the names spelled in ASCII for trigrams, which then are the same whatever the locale of the database is.
create table goods_search (
  goods_id text primary key references goods on delete cascade,
  names tsvector not null,
  words tsvector not null,
  spelled text not null
);
-- Entries go into the index at once: goods change rarely, and a search should not read what waits.
create index goods_search_names on goods_search using gin (names) with (fastupdate = off);
create index goods_search_words on goods_search using gin (words) with (fastupdate = off);
create index goods_search_spelled on goods_search using gin (spelled gin_trgm_ops) with (fastupdate = off);

create table goods_collect (
  member_id text not null references member,
  goods_id text not null references goods,
  -- As exact as a cursor is.
  collected_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (member_id, goods_id)
);
create index goods_collect_newest on goods_collect (member_id, collected_at desc, goods_id desc);
create index goods_collect_of_goods on goods_collect (goods_id);

create table goods_comment (
  id text primary key check (id ~ '^cmt_[0-9a-z]{26}$'),
  goods_id text not null references goods,
  member_id text not null references member,
  -- One comment for each line of an order.
  line_id text not null unique,
  -- The variant as it was called when it was bought.
  sku_name text not null default '',
  stars integer not null check (stars between 1 and 5),
  body text not null check (body <> ''),
  pictures text[] not null default '{}' check (cardinality(pictures) <= 6),
  -- An operator hides it with a reason; its shop answers once.
  hidden_reason text check (hidden_reason <> ''),
  answer text check (answer <> ''),
  answered_at timestamptz,
  created_at timestamptz not null default business_now(),
  constraint goods_comment_answered check ((answer is null) = (answered_at is null))
);
create index goods_comment_shown on goods_comment (goods_id, id desc) where hidden_reason is null;

-- Of comments that are shown.
alter table goods add column comments integer not null default 0 check (comments >= 0);
alter table goods add column stars bigint not null default 0 check (stars between comments and 5 * comments);

-- What a buyer wrote stays, and so does an answer once it is given.
create function goods_comment_guard() returns trigger language plpgsql as $$
begin
  if (new.id, new.goods_id, new.member_id, new.line_id, new.sku_name, new.stars, new.body, new.pictures, new.created_at)
      is distinct from (old.id, old.goods_id, old.member_id, old.line_id, old.sku_name, old.stars, old.body, old.pictures, old.created_at)
     or (old.answer is not null and (new.answer, new.answered_at) is distinct from (old.answer, old.answered_at)) then
    raise exception 'goods_comment: what was said stays' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger goods_comment_guard before update on goods_comment for each row execute function goods_comment_guard();

grant select, insert, update on goods_search to openmere_app;
grant select, insert, delete on goods_collect to openmere_app;
grant select, insert on goods_comment to openmere_app;
grant update (hidden_reason, answer, answered_at) on goods_comment to openmere_app;
grant select on goods_search, goods_collect, goods_comment to openmere_readonly;
