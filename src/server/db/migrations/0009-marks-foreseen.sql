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
