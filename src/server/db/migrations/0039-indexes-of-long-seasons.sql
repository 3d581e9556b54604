-- Who was excluded is asked of all checks of a tent, and the events of a check are mostly marks.
create index check_events_of_exclusions on check_events (check_id, number)
  where kind in ('excluded', 'included');

-- Reminders ask every few seconds for the shifts that are on or to come.
create index shifts_until on shifts (until_at);
