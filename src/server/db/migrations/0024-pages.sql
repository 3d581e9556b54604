-- What super users write for all to read: the pages, each version as it was saved, and
-- announcements. The HTML is what the server made of the Markdown when it was saved.

create table page_versions (
  page text not null,
  number integer not null check (number >= 1),
  markdown text not null,
  html text not null,
  saved_by text not null references users (net_id),
  saved_at timestamptz not null,
  primary key (page, number)
);
create index page_versions_saved_by on page_versions (saved_by);

create table announcements (
  id uuid primary key,
  markdown text not null,
  html text not null,
  from_at timestamptz not null,
  until_at timestamptz not null check (until_at > from_at),
  audience text not null check (audience in ('everyone', 'monitors')),
  written_by text not null references users (net_id),
  written_at timestamptz not null,
  ended_at timestamptz
);
create index announcements_until_at on announcements (until_at) where ended_at is null;

-- Its trigger is made anew with a function that serves all tables of versions.
drop function if exists refuse_change_of_season_versions() cascade;
