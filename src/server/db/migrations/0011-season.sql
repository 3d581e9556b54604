-- The season's rules, each version as it was saved, and declared grace.

create table season_versions (
  version integer primary key check (version >= 1),
  -- The rules without their version.
  rules jsonb not null,
  saved_by text not null references users (net_id),
  saved_at timestamptz not null
);
create index season_versions_saved_by on season_versions (saved_by);

-- A grace that is ended, or called off before it begins, stays here with its end.
create table graces (
  id text primary key,
  from_at timestamptz not null,
  until_at timestamptz not null check (until_at > from_at),
  reason text not null,
  declared_by text not null references users (net_id),
  declared_at timestamptz not null,
  ended_by text references users (net_id),
  ended_at timestamptz,
  check ((ended_by is null) = (ended_at is null))
);
create index graces_until_at on graces (until_at) where ended_at is null;
