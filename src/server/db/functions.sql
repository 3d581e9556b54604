-- All functions of the database and the triggers that call them, made anew at each start, after
-- the migrations. Where the parameters of a function change, a migration drops the old one.

create or replace function refuse_change_of_record() returns trigger language plpgsql as $$
begin
  raise exception 'audit_events is append-only';
end
$$;

create or replace function refuse_change_of_season_versions() returns trigger language plpgsql as $$
begin
  raise exception 'season_versions is append-only';
end
$$;
create or replace trigger season_versions_append_only before update or delete or truncate on season_versions
  for each statement execute function refuse_change_of_season_versions();

-- The ledger is append-only. While a season is closed (the setting holds for its transaction),
-- exactly one change is let through: members' names go, results stay.
create or replace function refuse_change_of_ledger() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('tent_city.closing_season', true) = 'on' then
    return null;
  end if;
  raise exception 'check_events is append-only';
end
$$;

-- What an event keeps of members: who was there (lastCheck), what their tent said before (was),
-- who was excluded (names), who belonged to the tents at the start (tents).
create or replace function without_member_names(data jsonb) returns jsonb language sql immutable as $$
  select data - 'lastCheck' - 'was'
    || case when data ? 'names' then '{"names": []}'::jsonb else '{}' end
    || case when data ? 'tents' then jsonb_build_object('tents', (
      select coalesce(jsonb_agg(tent - 'members' order by place), '[]')
      from jsonb_array_elements(data -> 'tents') with ordinality as each (tent, place)
    )) else '{}' end
$$;

create or replace function refuse_change_of_results() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) is distinct from
    to_jsonb(old) || jsonb_build_object('data', without_member_names(old.data))
  then
    raise exception 'of check_events only the names of members may go';
  end if;
  return new;
end
$$;

-- Holds for every insert, whoever makes it: numbers follow each other, and a tent has at most one
-- standing mark in a check.
create or replace function refuse_unsound_events() returns trigger language plpgsql as $$
declare
  gaps integer;
  marked_twice integer;
begin
  -- One look for both: what stands before each event, and what last happened to its tent.
  select
    count(*) filter (where number > 1 and not exists (
      select from check_events as before
      where before.check_id = added.check_id and before.number = added.number - 1
    )),
    count(*) filter (where kind = 'marked' and 'marked' = (
      select before.kind from check_events as before
      where before.check_id = added.check_id and before.tent_id = added.tent_id
        and before.number < added.number and before.kind in ('marked', 'undone')
      order by before.number desc limit 1
    ))
  into gaps, marked_twice
  from added;
  if gaps > 0 then
    raise exception 'an event of check_events must follow the one before it';
  end if;
  if marked_twice > 0 then
    raise exception 'a tent has one standing mark' using errcode = 'unique_violation';
  end if;
  return null;
end
$$;

create or replace trigger check_events_sound after insert on check_events
  referencing new table as added
  for each statement execute function refuse_unsound_events();

-- The nil UUID before any epoch was set.
create or replace function current_ledger_epoch() returns uuid language sql stable as $$
  select coalesce((select epoch from ledger_epoch), '00000000-0000-0000-0000-000000000000')
$$;

-- The one way into the ledger. Writes events and their effects if all that the decision rests on
-- is still so, else nothing; says which. Rules stand in TypeScript: this compares and writes.
--
-- expected: { epoch,
--   checks: { id: { number, at } }      the last event of each ledger that is written to, 0 for none
--   tents: { id: { column: value } }    as far as the decision rests on them
--   people: { netID: { column: value } }, sessions: { tokenHash: netID } }
-- events: rows of check_events
-- effects: { checks: [row], tents: [{ id, column: value }], results: [{ check_id, number, tent_id }],
--   audit: [row] }
create or replace function append_to_ledger(
  expected jsonb, sent_at timestamptz, events jsonb, effects jsonb
) returns boolean language plpgsql as $$
declare
  their_tents jsonb;
  seen jsonb;
begin
  -- Always in this order: ledgers, then tents, by their ids. What is compared is read afterwards.
  perform id from checks
  where id = any (array(select jsonb_object_keys(expected -> 'checks'))::uuid[])
  order by id for no key update;

  select coalesce(jsonb_object_agg(id, to_jsonb(locked)), '{}') into their_tents
  from (
    select * from tents where id = any (array(select jsonb_object_keys(expected -> 'tents')))
    order by id for no key update
  ) as locked;

  select jsonb_build_object(
    'epoch', current_ledger_epoch(),
    'tents', their_tents,
    'checks', (
      select coalesce(jsonb_object_agg(ledger.id, jsonb_build_object(
        'number', coalesce(last.number, 0), 'at', floor(extract(epoch from last.at) * 1000)
      )), '{}')
      from jsonb_object_keys(expected -> 'checks') as ledger (id)
      left join lateral (
        select event.number, event.at from check_events as event
        where event.check_id = ledger.id::uuid order by event.number desc limit 1
      ) as last on true
    ),
    'people', (
      select coalesce(jsonb_object_agg(net_id, jsonb_build_object(
        'first_name', first_name,
        'is_line_monitor', is_line_monitor, 'is_super_user', is_super_user
      )), '{}')
      from users where net_id = any (array(select jsonb_object_keys(expected -> 'people')))
    ),
    'sessions', (
      select coalesce(jsonb_object_agg(token_hash, net_id), '{}')
      from sessions
      where token_hash = any (array(select jsonb_object_keys(expected -> 'sessions')))
        and expires_at > sent_at
    )
  ) into seen;

  if not seen @> expected then
    return false;
  end if;

  -- Few commands have these; each costs its time even where there is nothing to write.
  if effects -> 'checks' <> '[]' then
    insert into checks (id, num_checkers, started_by, started_at, ended_at)
    select id, num_checkers, started_by, started_at, ended_at
    from jsonb_to_recordset(effects -> 'checks') as "check" (
      id uuid, num_checkers integer, started_by text, started_at timestamptz, ended_at timestamptz
    )
    on conflict (id) do update set ended_at = excluded.ended_at;
  end if;

  if effects -> 'audit' <> '[]' then
    insert into audit_events (at, net_id, kind, about, data, request_id)
    select sent_at, net_id, kind, about, data, request_id
    from jsonb_to_recordset(effects -> 'audit') as audit (
      net_id text, kind text, about text, data jsonb, request_id uuid
    )
    on conflict (request_id) where request_id is not null do nothing;
  end if;

  with event as (
    insert into check_events (check_id, number, kind, at, device_time, net_id, by_name, tent_id,
      outcome, request_id, request_part, data)
    select check_id, number, kind, at, device_time, net_id, by_name, tent_id,
      outcome, request_id, request_part, data
    from jsonb_to_recordset(events) as event (
      check_id uuid, number integer, kind text, at timestamptz, device_time text, net_id text,
      by_name text, tent_id text, outcome text, request_id uuid, request_part integer, data jsonb
    )
  ), result as (
    insert into outbox (kind, check_id, number, tent_id, waiting_since, due_at)
    select 'airtable', check_id, number, tent_id, sent_at, sent_at
    from jsonb_to_recordset(effects -> 'results') as result (
      check_id uuid, number integer, tent_id text
    )
  )
  update tents set
    number_of_misses = coalesce(tent.number_of_misses, tents.number_of_misses),
    last_miss_lm = coalesce(tent.last_miss_lm, tents.last_miss_lm),
    date_of_last_miss = coalesce(tent.date_of_last_miss, tents.date_of_last_miss),
    last_check = coalesce(tent.last_check, tents.last_check),
    date_of_last_check = coalesce(tent.date_of_last_check, tents.date_of_last_check)
  from jsonb_to_recordset(effects -> 'tents') as tent (
    id text, number_of_misses integer, last_miss_lm text, date_of_last_miss text,
    last_check text, date_of_last_check text
  )
  where tents.id = tent.id;
  return true;
end
$$;
