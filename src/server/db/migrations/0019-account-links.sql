-- One-time links by which somebody confirms a netID or an e-mail address, or chooses a new password.
create table account_links (
  -- The link's token is told once and kept only so.
  token_hash text primary key,
  purpose text not null check (purpose in ('confirmNetID', 'resetPassword', 'confirmEmail')),
  net_id text not null references users (net_id),
  -- The address that is to become the account's.
  email text,
  expires_at timestamptz not null,
  check ((purpose = 'confirmEmail') = (email is not null))
);
create index account_links_net_id on account_links (net_id);

-- When a super user made a link by which this account's password can be changed; null: its owner
-- was told of the last one.
alter table users add column reset_link_made_at timestamptz;
