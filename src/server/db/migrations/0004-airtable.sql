-- Tents that come from Airtable, and the results of checks on their way back to it.
alter table tents add column from_airtable boolean not null default false;
-- The tent that this one is known as since the first pull; its history stays under its own id.
alter table tents add column became text references tents (id) deferrable initially deferred;
-- When results of it last reached Airtable.
alter table tents add column sent_at timestamptz;

-- Events of the ledger that someone outside has yet to be told; told, a row is gone.
create table outbox (
  kind text not null check (kind in ('airtable')),
  check_id uuid not null,
  number integer not null,
  tent_id text not null references tents (id),
  waiting_since timestamptz not null,
  -- Not to be tried before.
  due_at timestamptz not null,
  -- What was sent without an answer that says whether it arrived.
  plan jsonb,
  attempts integer not null default 0,
  -- In the words of whoever refused it.
  failure text,
  given_up_at timestamptz,
  primary key (kind, check_id, number),
  foreign key (check_id, number) references check_events (check_id, number)
);
create index outbox_tent_id on outbox (tent_id);

-- At most 5 requests a second for each base, by all servers together.
create table airtable_pace (
  base_id text primary key,
  -- [{ id, takenAt, answeredAt }] in ISO 8601; a slot is free again a second after its answer.
  slots jsonb not null,
  blocked_until timestamptz,
  blocked_by text,
  -- The month that `requests` counts, as 2026-01.
  month text not null,
  requests integer not null
);
