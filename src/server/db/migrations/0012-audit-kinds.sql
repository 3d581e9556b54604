-- What is written down is listed in the contract; a list here as well had to change with each kind.
alter table audit_events drop constraint if exists audit_events_kind_check;
alter table audit_events add constraint audit_events_kind_check check (kind ~ '^[a-z][A-Za-z]{0,39}$');
