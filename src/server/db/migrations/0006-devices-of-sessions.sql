-- On what a session was begun, in a few words for its person; '': not known.
alter table sessions add column device text not null default '';
