-- A mail about a check that is put off for an hour: super users were called to tell it by hand.
alter table notices add column is_late boolean not null default false;
