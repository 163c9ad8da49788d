-- News (rulebook §13): what everybody is told, per language. `media` are partner media, shown on home only while there are any.
create table news_article (
  id text primary key check (id ~ '^nws_[0-9a-z]{26}$'),
  kind text not null check (kind in ('news', 'media')),
  state text not null check (state in ('draft', 'published', 'withdrawn')),
  pinned boolean not null default false,
  picurl text not null default '',
  -- From when on it is shown: what one has seen is counted by it. None before it was published.
  publish_from timestamptz check (publish_from is not null or state = 'draft'),
  publish_until timestamptz check (publish_until > publish_from),
  -- When open screens were told that it is there.
  announced_at timestamptz,
  changed_by text not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
create index news_article_shown on news_article (kind, pinned desc, publish_from desc) where state = 'published';
create index news_article_unannounced on news_article (publish_from) where state = 'published' and announced_at is null;

create table news_text (
  article_id text not null references news_article,
  locale text not null check (locale in ('zh-Hans', 'zh-Hant', 'en', 'ko', 'ja', 'vi', 'ms', 'th', 'es')),
  title text not null check (char_length(title) between 1 and 200),
  content text not null check (char_length(content) <= 40000),
  primary key (article_id, locale)
);

-- Up to which news a member has seen; visitors keep it on their device.
create table news_seen (member_id text primary key, upto timestamptz not null);

grant select, insert, update, delete on news_article, news_text, news_seen to openmere_app;
