-- Whether it is known that a netID is its person's, and whether an account is closed to sign-ins.
alter table users
  add column is_confirmed boolean not null default false,
  add column is_disabled boolean not null default false;
-- What was last done to accounts is looked up among all that was ever done.
create index audit_events_kind on audit_events (kind);
