-- A mark is nearly always what the server that takes it foresees. Then one call sees that all still
-- is as foreseen, and writes; what it looks at has a form that can be compared.

drop function look_for_marks(text[], text[]);

-- The check in progress, nobody else writing to its ledger until the transaction ends; whose these
-- sessions are, as far as they hold at that time; and these tents, which nobody else changes
-- either, locked in the order of their ids.
create function look_for_marks(token_hashes text[], asked_at timestamptz, tent_ids text[]) returns jsonb
language plpgsql as $$
declare
  in_progress jsonb;
  their_tents jsonb;
  people jsonb;
begin
  select jsonb_build_object('id', id, 'lastNumber', last_number) into in_progress
  from (select id, last_number from checks where ended_at is null for update) as locked;

  select coalesce(jsonb_object_agg(id, jsonb_build_object(
    'id', id, 'members', members, 'numberOfMisses', number_of_misses
  )), '{}') into their_tents
  from (
    select id, members, number_of_misses from tents where id = any (tent_ids)
    order by id for no key update
  ) as locked;

  -- Last: whoever waited for the locks must still be signed in, and a line monitor, now.
  select coalesce(jsonb_object_agg(token_hash, jsonb_build_object(
    'netID', net_id, 'firstName', first_name,
    'isLineMonitor', is_line_monitor, 'isSuperUser', is_super_user
  )), '{}') into people
  from sessions join users using (net_id)
  where token_hash = any (token_hashes) and expires_at > asked_at;

  return jsonb_build_object('check', in_progress, 'tents', their_tents, 'people', people);
end
$$;

-- As before, but as one statement, because each takes its time.
create or replace function write_marks(of_check uuid, new_last_number integer, marks jsonb) returns void
language plpgsql as $$
begin
  with mark as materialized (
    select * from jsonb_to_recordset(marks) as mark (
      number integer, at timestamptz, device_time text, net_id text, by_name text, tent_id text,
      outcome text, mark_id uuid, data jsonb, last_check text, shown_at text
    )
  ), event as (
    insert into check_events
      (check_id, number, kind, at, device_time, net_id, by_name, tent_id, outcome, mark_id, data)
    select of_check, number, 'marked', at, device_time, net_id, by_name, tent_id, outcome, mark_id, data
    from mark
  ), result as (
    insert into outbox (kind, check_id, number, tent_id, waiting_since, due_at)
    select 'airtable', of_check, number, tent_id, at, at from mark
  ), ledger as (
    update checks set last_number = new_last_number where id = of_check
  )
  update tents set
    number_of_misses = number_of_misses + case outcome when 'miss' then 1 else 0 end,
    last_miss_lm = case outcome when 'miss' then by_name else last_miss_lm end,
    date_of_last_miss = case outcome when 'miss' then shown_at else date_of_last_miss end,
    last_check = case outcome when 'make' then mark.last_check else tents.last_check end,
    date_of_last_check = case outcome when 'make' then shown_at else date_of_last_check end
  from mark where tents.id = mark.tent_id;
end
$$;

-- Writes these marks if the look at what they concern gives what was foreseen, or else nothing.
create function write_foreseen_marks(foreseen jsonb, asked_at timestamptz, marks jsonb) returns boolean
language plpgsql as $$
declare
  seen jsonb := look_for_marks(
    array(select jsonb_object_keys(foreseen -> 'people')), asked_at,
    array(select jsonb_object_keys(foreseen -> 'tents'))
  );
begin
  if seen <> foreseen then
    return false;
  end if;
  perform write_marks(
    (seen -> 'check' ->> 'id')::uuid,
    (seen -> 'check' ->> 'lastNumber')::integer + jsonb_array_length(marks),
    marks
  );
  return true;
end
$$;
