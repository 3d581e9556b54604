-- The ledger is written by one function (functions.sql), and by itself refuses what cannot follow.

drop function write_foreseen_marks(jsonb, timestamptz, jsonb);
drop function look_for_marks(text[], timestamptz, text[]);
drop function write_marks(uuid, integer, jsonb);

-- How far a ledger goes is what its events say.
alter table checks drop column last_number;

-- Which kinds there are is known by the rules that fold them.
alter table check_events drop constraint check_events_kind_check;
alter table check_events add constraint check_events_kind_check
  check (kind ~ '^[a-z][A-Za-z]{0,39}$');

-- The client's own id of a command; one that writes several events numbers them from 0.
alter table check_events rename column mark_id to request_id;
alter table check_events add column request_part integer not null default 0
  check (request_part >= 0);
drop index one_event_per_mark_id;
create unique index one_event_per_request_part on check_events (request_id, request_part)
  where request_id is not null;

-- A tent may be marked again once its mark is undone: a trigger holds that one stands at most.
drop index one_mark_per_tent;
create index check_events_of_tent on check_events (check_id, tent_id, number)
  where tent_id is not null;

-- A refused mark that is sent again is written down once.
alter table audit_events add column request_id uuid;
create unique index one_audit_event_per_request on audit_events (request_id)
  where request_id is not null;

-- Another one whenever the ledger may know less than it did: after a restore, or when a server
-- finds that the database went back in time.
create table ledger_epoch (
  only_row boolean primary key default true check (only_row),
  epoch uuid not null
);
insert into ledger_epoch (epoch) values (gen_random_uuid());
