-- A tent's record asks for all events about it, in whichever check.
create index check_events_by_tent on check_events (tent_id, check_id, number)
  where tent_id is not null;

-- Checks are listed from the newest on, and counted between two times.
create index checks_by_start on checks (started_at, id);
