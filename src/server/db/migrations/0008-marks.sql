-- What a mark needs to see and what it writes, each in one call: a mark takes as long as the
-- statements it is made of, and those of a function are planned once.

-- The check in progress, nobody else writing to its ledger until the transaction ends; these
-- people; and these tents, which nobody else changes either, locked in the order of their ids.
create function look_for_marks(
  net_ids text[], tent_ids text[],
  out in_progress jsonb, out people jsonb, out their_tents jsonb
) language plpgsql as $$
begin
  select jsonb_build_object('id', id, 'lastNumber', last_number) into in_progress
  from (select id, last_number from checks where ended_at is null for update) as locked;

  select coalesce(jsonb_agg(jsonb_build_object(
    'netID', net_id, 'firstName', first_name,
    'isLineMonitor', is_line_monitor, 'isSuperUser', is_super_user
  )), '[]') into people
  from users where net_id = any (net_ids);

  select coalesce(jsonb_agg(jsonb_build_object(
    'id', id, 'members', members, 'numberOfMisses', number_of_misses
  )), '[]') into their_tents
  from (
    select id, members, number_of_misses from tents where id = any (tent_ids)
    order by id for no key update
  ) as locked;
end
$$;

-- The next marks of a check, in order: the events, the tents, and the results that wait for Airtable.
create function write_marks(of_check uuid, new_last_number integer, marks jsonb) returns void
language plpgsql as $$
begin
  insert into check_events
    (check_id, number, kind, at, device_time, net_id, by_name, tent_id, outcome, mark_id, data)
  select of_check, number, 'marked', at, device_time, net_id, by_name, tent_id, outcome, mark_id, data
  from jsonb_to_recordset(marks) as mark (
    number integer, at timestamptz, device_time text, net_id text, by_name text, tent_id text,
    outcome text, mark_id uuid, data jsonb
  );

  update checks set last_number = new_last_number where id = of_check;

  update tents set
    number_of_misses = number_of_misses + 1,
    last_miss_lm = mark.by_name,
    date_of_last_miss = mark.shown_at
  from jsonb_to_recordset(marks) as mark (tent_id text, outcome text, by_name text, shown_at text)
  where tents.id = mark.tent_id and mark.outcome = 'miss';

  update tents set last_check = mark.last_check, date_of_last_check = mark.shown_at
  from jsonb_to_recordset(marks) as mark (tent_id text, outcome text, last_check text, shown_at text)
  where tents.id = mark.tent_id and mark.outcome = 'make';

  insert into outbox (kind, check_id, number, tent_id, waiting_since, due_at)
  select 'airtable', of_check, number, tent_id, at, at
  from jsonb_to_recordset(marks) as mark (number integer, tent_id text, at timestamptz);
end
$$;
