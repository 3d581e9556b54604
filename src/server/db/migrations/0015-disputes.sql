-- A Miss that a member of the tent says is wrong, and what a super user answered.
create table disputes (
  id uuid primary key,
  check_id uuid not null references checks (id),
  -- As it stood in that check.
  tent_id text not null references tents (id),
  filed_by text not null references users (net_id),
  filed_at timestamptz not null,
  text text not null,
  outcome text check (outcome in ('upheld', 'vacated')),
  answer text,
  answered_by text references users (net_id),
  answered_at timestamptz,
  unique (check_id, tent_id),
  check ((answered_at is null) = (outcome is null)),
  check ((answered_at is null) = (answered_by is null)),
  check ((answered_at is null) = (answer is null))
);
create index disputes_tent_id on disputes (tent_id);
create index disputes_filed_by on disputes (filed_by);
