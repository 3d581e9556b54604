-- Who made a link to a new password for somebody else: it ends with their role.
alter table account_links add column made_by text;
