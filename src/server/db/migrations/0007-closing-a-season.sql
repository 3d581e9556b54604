-- Closing a season takes the members' names out of the ledger: who was there at a Make, and who was
-- excluded. While it does (the setting holds for its transaction), exactly that change is let through.
create function without_member_names(data jsonb) returns jsonb language sql immutable as $$
  select case
    when data ? 'names' then jsonb_set(data - 'lastCheck', '{names}', '[]'::jsonb)
    else data - 'lastCheck'
  end
$$;

create or replace function refuse_change_of_ledger() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('tent_city.closing_season', true) = 'on' then
    return null;
  end if;
  raise exception 'check_events is append-only';
end
$$;

create function refuse_change_of_results() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) is distinct from
    to_jsonb(old) || jsonb_build_object('data', without_member_names(old.data))
  then
    raise exception 'of check_events only the names of members may go';
  end if;
  return new;
end
$$;
create trigger check_events_keep_results before update on check_events
  for each row execute function refuse_change_of_results();
