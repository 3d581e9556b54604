-- Which shifts changed hands by a swap: [{ from, until, was, becomes }], with the ids of members.
alter table shift_log add column moves jsonb not null default '[]';
