-- All functions of the database, with their triggers. They are created again after the migrations
-- whenever this file has changed. If a function's parameters change, a migration drops the old one.

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end
$$;
create or replace trigger audit_events_append_only before update or delete or truncate on audit_events
  for each statement execute function refuse_change();
create or replace trigger season_versions_append_only before update or delete or truncate on season_versions
  for each statement execute function refuse_change();
create or replace trigger page_versions_append_only before update or delete or truncate on page_versions
  for each statement execute function refuse_change();
-- An announcement may be ended, and is deleted with its season.
create or replace trigger announcements_append_only before update of
  id, number, markdown, html, from_at, until_at, audience, written_by, written_at on announcements
  for each statement execute function refuse_change();

-- The ledger is append-only. While a season is being closed (the setting lasts for its
-- transaction), one change is allowed: members' names are removed, results stay.
create or replace function refuse_change_of_ledger() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('tent_city.closing_season', true) = 'on' then
    return null;
  end if;
  raise exception 'check_events is append-only';
end
$$;
create or replace trigger check_events_append_only before update or delete or truncate on check_events
  for each statement execute function refuse_change_of_ledger();

-- Removes what an event holds about members: who was there (lastCheck, present, presentIds), what
-- their tent contained before (was, restored), who was excluded (names), who belonged to the tents
-- at the start (tents), and what people wrote (note, reason).
create or replace function without_member_names(data jsonb) returns jsonb language sql immutable as $$
  select data - '{lastCheck,present,presentIds,was,restored,note,reason}'::text[]
    || case when data ? 'names' then '{"names": []}'::jsonb else '{}' end
    || case when data ? 'tents' then jsonb_build_object('seasonClosed', true, 'tents', (
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
create or replace trigger check_events_keep_results before update on check_events
  for each row execute function refuse_change_of_results();

-- Applies to every insert, from anywhere: numbers are consecutive, and a tent has at most one
-- standing mark in a check.
create or replace function refuse_unsound_events() returns trigger language plpgsql as $$
declare
  gaps integer;
  marked_twice integer;
begin
  -- Reads both at once: the event before each event, and the last event about its tent.
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

-- The epoch that this row means in this database: another one where the row was restored into
-- another table or cluster, or where the server took up an earlier past (a timeline of its own).
create or replace function ledger_epoch_here(epoch uuid) returns uuid language plpgsql as $$
declare
  cluster text := nullif(current_setting('tent_city.cluster', true), '');
begin
  -- It stands in a file, and stays the same for a session, so that it is read once.
  if cluster is null then
    select set_config('tent_city.cluster', system_identifier::text, false) into cluster
    from pg_control_system();
  end if;
  return encode(substr(sha256(convert_to(concat_ws(' ',
    epoch,
    pg_relation_filenode('ledger_epoch'),
    cluster,
    case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end
  ), 'UTF8')), 1, 16), 'hex')::uuid;
end
$$;

-- Of the nil UUID before any epoch was set. In plpgsql, which plans its query once for a session:
-- planned at every call, as in SQL, it was 7 % of a mark.
create or replace function current_ledger_epoch() returns uuid language plpgsql as $$
begin
  return ledger_epoch_here(
    coalesce((select epoch from ledger_epoch), '00000000-0000-0000-0000-000000000000')
  );
end
$$;

-- Inserts rows by the columns that they name; each other column gets its default.
create or replace function insert_rows(target regclass, rows jsonb, on_conflict text default '')
returns void language plpgsql as $$
declare
  columns text := (
    select string_agg(distinct quote_ident(name), ', ')
    from jsonb_array_elements(rows) as row, jsonb_object_keys(row) as name
  );
begin
  execute format(
    'insert into %1$s (%2$s) select %2$s from jsonb_populate_recordset(null::%1$s, $1) %3$s',
    target, columns, on_conflict
  ) using rows;
end
$$;

-- The only function that writes to the ledger. It writes events and their effects if every value on
-- which the decision was based is still the same; otherwise it writes nothing and says what differs.
-- The rules are in TypeScript, and so are the columns of what is inserted: rows name their own, but
-- for those of check_events and outbox, which are whole.
--
-- expected: { epoch,
--   checks: { id: { number, at } }      the last event of each ledger that is written to, 0 for none
--   tents: { id: { column: value } }    the columns on which the decision depends
--   people: { netID: { column: value } }, sessions: { tokenHash: netID },
--   and only if the decision depends on them:
--   seasonsClosed: { check: boolean }   of checks that are over: is their season closed?
--   newestCheck: id                     null for none
--   disputes: { id: { column: value } } the disputes that are answered
--   member_ids: { tent: [id] } }
-- events: rows of check_events
-- effects: { checks: [row], tents: [{ id, column: value }], outbox: [row], audit_events: [row],
--   disputes: [{ id, column: value }], pushes: [row], answered_requests: [row] }
create or replace function append_to_ledger(
  expected jsonb, sent_at timestamptz, events jsonb, effects jsonb
) returns boolean language plpgsql as $$
declare
  their_tents jsonb;
  their_disputes jsonb;
  more jsonb;
  seen jsonb;
begin
  -- Checks begin, end and go on one at a time, so that their sequence is the order of their starts.
  if effects -> 'checks' <> '[]' then
    lock table checks in share row exclusive mode;
  end if;

  -- Locks always in this order: ledgers, tents, disputes, each by their ids. Values are read after
  -- that, so that they are not older than what was waited for.
  perform id from checks
  where id = any (array(select jsonb_object_keys(expected -> 'checks'))::uuid[])
  order by id for no key update;

  select coalesce(jsonb_object_agg(id, to_jsonb(locked)), '{}') into their_tents
  from (
    select * from tents where id = any (array(select jsonb_object_keys(expected -> 'tents')))
    order by id for no key update
  ) as locked;

  if expected ? 'disputes' then
    select coalesce(jsonb_object_agg(id, to_jsonb(locked)), '{}') into their_disputes
    from (
      select * from disputes
      where id = any (array(select jsonb_object_keys(expected -> 'disputes'))::uuid[])
      order by id for no key update
    ) as locked;
  end if;

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
      select coalesce(jsonb_object_agg(net_id, to_jsonb(users)), '{}')
      from users where net_id = any (array(select jsonb_object_keys(expected -> 'people')))
    ),
    'sessions', (
      select coalesce(jsonb_object_agg(token_hash, net_id), '{}')
      from sessions
      where token_hash = any (array(select jsonb_object_keys(expected -> 'sessions')))
        and expires_at > sent_at
    )
  ) into seen;

  -- Few decisions depend on these; skipping them saves time.
  if expected ? 'disputes' then
    seen := seen || jsonb_build_object('disputes', their_disputes);
  end if;
  if expected ? 'member_ids' then
    select jsonb_object_agg(tent, array(
      select id from members where tent_id = tent order by position
    )) into more
    from jsonb_object_keys(expected -> 'member_ids') as tent;
    seen := seen || jsonb_build_object('member_ids', more);
  end if;
  if expected ? 'seasonsClosed' then
    select coalesce(jsonb_object_agg(check_id, data ? 'seasonClosed'), '{}') into more
    from check_events
    where number = 1
      and check_id = any (array(select jsonb_object_keys(expected -> 'seasonsClosed'))::uuid[]);
    seen := seen || jsonb_build_object('seasonsClosed', more);
  end if;
  if expected ? 'newestCheck' then
    seen := seen || jsonb_build_object('newestCheck', (
      select id from checks order by sequence desc limit 1
    ));
  end if;

  if not seen @> expected then
    return false;
  end if;

  -- Sent again, perhaps through another server: the answer is decided by the first one.
  if exists (
    select from answered_requests
    where request_id = any (array(
      select (event ->> 'request_id')::uuid from jsonb_array_elements(events) as event
    ))
  ) then
    return false;
  end if;
  if effects -> 'answered_requests' <> '[]' then
    -- But for a mark that came late to a check that goes on since: it may be answered after all.
    perform from check_events
    where kind <> 'lateMark' and request_id in (
      select (answer ->> 'request_id')::uuid
      from jsonb_array_elements(effects -> 'answered_requests') as answer
    );
    if found then
      return false;
    end if;
  end if;

  -- Few commands have these; skipping empty ones saves time. An update names its columns: nothing
  -- else of a dispute or a tent may change by the ledger.
  if effects -> 'checks' <> '[]' then
    perform insert_rows(
      'checks', effects -> 'checks', 'on conflict (id) do update set ended_at = excluded.ended_at'
    );
  end if;
  if effects -> 'disputes' <> '[]' then
    update disputes set outcome = given.outcome, answer = given.answer,
      answered_by = given.answered_by, answered_at = given.answered_at
    from jsonb_populate_recordset(null::disputes, effects -> 'disputes') as given
    where disputes.id = given.id;
  end if;
  if effects -> 'pushes' <> '[]' then
    perform insert_rows('pushes', effects -> 'pushes', 'on conflict (topic, service) do nothing');
  end if;
  if effects -> 'audit_events' <> '[]' then
    perform insert_rows(
      'audit_events', effects -> 'audit_events',
      'on conflict (request_id) where request_id is not null do nothing'
    );
  end if;

  -- Rows of these two are whole: a statement made of their names would be planned at every mark.
  with event as (
    insert into check_events select * from jsonb_populate_recordset(null::check_events, events)
  ), result as (
    insert into outbox select * from jsonb_populate_recordset(null::outbox, effects -> 'outbox')
  )
  update tents set
    number_of_misses = coalesce(tent.number_of_misses, tents.number_of_misses),
    last_miss_lm = coalesce(tent.last_miss_lm, tents.last_miss_lm),
    date_of_last_miss = coalesce(tent.date_of_last_miss, tents.date_of_last_miss),
    last_check = coalesce(tent.last_check, tents.last_check),
    date_of_last_check = coalesce(tent.date_of_last_check, tents.date_of_last_check)
  from jsonb_populate_recordset(null::tents, effects -> 'tents') as tent
  where tents.id = tent.id;

  -- After the events, because marks of the same write may be the answer.
  if effects -> 'answered_requests' <> '[]' then
    perform insert_rows('answered_requests', effects -> 'answered_requests');
  end if;
  return true;
end
$$;

-- When a tent gets a new id, its planning moves with it.
create or replace function move_shifts_with_tent() returns trigger language plpgsql as $$
begin
  update shift_tents set tent_id = new.became where tent_id = new.id;
  return null;
end
$$;
create or replace trigger tents_move_shifts after update of became on tents
  for each row when (new.became is not null) execute function move_shifts_with_tent();

-- A program may read no more than the maker of its token, and a link to a new password opens an
-- account: without the role, or with a disabled account, what somebody made is deleted for good.
create or replace function end_script_tokens() returns trigger language plpgsql as $$
begin
  delete from script_tokens where made_by = new.net_id;
  delete from account_links where made_by = new.net_id;
  return null;
end
$$;
create or replace trigger script_tokens_end_with_role after update on users
  for each row when (old.is_super_user and not new.is_super_user or new.is_disabled and not old.is_disabled)
  execute function end_script_tokens();
