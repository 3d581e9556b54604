-- Sign-in through the campus: whose account an identity of its provider leads to, and who waits for
-- an account that has a password.

-- Who comes through the campus alone has no password, and may have no address.
alter table users alter column password_hash drop not null;
drop index users_email;
create unique index users_email on users (lower(email)) where email <> '';

create table campus_identities (
  issuer text not null,
  subject text not null,
  net_id text not null references users (net_id) on delete cascade,
  linked_at timestamptz not null,
  primary key (issuer, subject),
  unique (issuer, net_id)
);
create index campus_identities_net_id on campus_identities (net_id);

-- One for each time that the identity came; each is also the ticket of that time, by its hash.
create table campus_waiting (
  ticket_hash text primary key,
  issuer text not null,
  subject text not null,
  net_id text not null references users (net_id) on delete cascade,
  -- First and last name as the campus has them.
  name text not null,
  at timestamptz not null
);
create index campus_waiting_net_id on campus_waiting (net_id);
