-- Accounts, the roster, and the tent check as an append-only ledger.

create table users (
  net_id text primary key check (net_id ~ '^[a-z0-9]{1,32}$'),
  first_name text not null,
  last_name text not null,
  email text not null,
  password_hash text not null,
  is_line_monitor boolean not null default false,
  is_super_user boolean not null default false,
  created_at timestamptz not null
);
create unique index users_email on users (lower(email));

create table sessions (
  token_hash text primary key,
  net_id text not null references users (net_id) on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_net_id on sessions (net_id);

-- Counts per key within a fixed window, shared by every server of this database.
create table rate_limits (
  key text primary key,
  window_ends_at timestamptz not null,
  count integer not null check (count >= 0)
);

create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null
);

create table tents (
  id text primary key check (length(id) between 1 and 200),
  "order" text not null,
  name text not null,
  type text not null,
  captain text not null,
  captain_name text not null,
  members text not null,
  net_ids text not null,
  number_of_misses integer not null default 0 check (number_of_misses >= 0),
  day_number integer,
  night_number integer,
  last_miss_lm text not null,
  date_of_last_miss text not null,
  last_check text not null,
  date_of_last_check text not null,
  -- Gone from the roster: in no list and no count, never deleted.
  retired_at timestamptz
);

create table checks (
  id uuid primary key,
  num_checkers integer not null check (num_checkers between 1 and 200),
  started_by text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  last_number integer not null
);
create unique index one_check_in_progress on checks ((ended_at is null)) where ended_at is null;

create table check_events (
  check_id uuid not null references checks (id),
  number integer not null check (number >= 1),
  kind text not null
    check (kind in ('started', 'marked', 'lateMark', 'excluded', 'included', 'ended', 'cancelled')),
  at timestamptz not null,
  device_time text,
  -- Who; null where the server itself ended a check.
  net_id text,
  by_name text not null,
  tent_id text references tents (id),
  outcome text check (outcome in ('miss', 'make')),
  mark_id uuid,
  data jsonb not null,
  primary key (check_id, number),
  check (kind not in ('marked', 'lateMark') or (tent_id is not null and outcome is not null))
);
-- One tent, one mark.
create unique index one_mark_per_tent on check_events (check_id, tent_id) where kind = 'marked';
create unique index one_event_per_mark_id on check_events (mark_id) where mark_id is not null;

create function refuse_change_of_ledger() returns trigger language plpgsql as $$
begin
  raise exception 'check_events is append-only';
end
$$;
create trigger check_events_append_only before update or delete or truncate on check_events
  for each statement execute function refuse_change_of_ledger();
