-- A row is an announcement as it was saved; the one with the highest number is shown. What was saved
-- before had one text each.
alter table announcements add column number integer not null default 1 check (number >= 1);
alter table announcements drop constraint announcements_pkey, add primary key (id, number);
alter table announcements alter column number drop default;
