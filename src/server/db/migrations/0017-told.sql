-- How far people were told of a check, and what they want to be told.
create table told_checks (
  check_id uuid primary key references checks (id),
  -- The last event of its ledger that was looked at.
  number integer not null,
  -- When people are told how it went; null: they were, or it is still on.
  due_at timestamptz,
  -- How each tent stood when they were last told, by its id; null: they never were.
  told jsonb
);

-- Nobody is told of what was over before anybody was told anything.
insert into told_checks (check_id, number, told)
select id, last.number, standings.told
from checks
cross join lateral (
  select max(number) as number from check_events where check_id = checks.id
) as last
cross join lateral (
  select coalesce(jsonb_object_agg(tent_id, outcome), '{}') as told
  from (
    select distinct on (tent_id) tent_id, case kind
      when 'marked' then outcome
      when 'corrected' then data ->> 'outcome'
      else 'none'
    end as outcome
    from check_events
    where check_id = checks.id and kind in ('marked', 'undone', 'corrected')
    order by tent_id, number desc
  ) as tent
) as standings
where ended_at is not null and last.number is not null;

-- How much a person was told of the tent in the check before: notices of one moment stay in order.
alter table notices add column round integer not null default 0;

-- A person without a row wants what is told where nobody says.
create table notice_settings (
  net_id text primary key references users (net_id),
  settings jsonb not null
);

-- A browser that takes pushes, as long as the session that said so holds.
create table push_subscriptions (
  endpoint text primary key,
  token_hash text not null references sessions (token_hash) on delete cascade,
  p256dh text not null,
  auth text not null,
  made_at timestamptz not null
);
create index push_subscriptions_token_hash on push_subscriptions (token_hash);

-- What is pushed to all who want it: a row for each occasion; pushed, it is gone.
create table pushes (
  id uuid primary key,
  kind text not null check (kind in ('grace', 'myTent', 'dispute', 'check', 'needed')),
  -- The occasion, once: a newer push of the same replaces it on the phone.
  topic text not null unique,
  -- What happened; the words are found when it is sent.
  about jsonb not null,
  due_at timestamptz not null,
  good_until timestamptz not null,
  -- The last subscription it went to, in the order of their endpoints.
  sent_to text not null default '',
  -- Only these; null: all who want it.
  only_endpoints jsonb,
  -- Those that did not take it and are to be tried again.
  again jsonb not null default '[]',
  tries integer not null default 0
);
create index pushes_due on pushes (due_at);
