-- What people are told by mail, or by hand where there is none: one row for each person and notice.
create table notices (
  id text primary key,
  kind text not null
    check (kind in ('miss', 'correction', 'confirmNetID', 'resetPassword', 'confirmEmail', 'resetLinkMade')),
  net_id text not null references users (net_id),
  -- What it is about, in words for whoever tells it by hand.
  about text not null,
  -- How a tent stands in a check that is over; all three null for a mail about an account.
  check_id uuid references checks (id),
  tent_id text references tents (id),
  outcome text check (outcome in ('make', 'miss', 'none')),
  -- Of a mail about an account: its address and its one-time link, sealed. Gone once it is sent.
  sealed text,
  -- Not to be sent afterwards.
  good_until timestamptz,
  state text not null check (state in ('waiting', 'sent', 'failed', 'byHand', 'done')),
  -- Since when it is in that state.
  at timestamptz not null,
  -- Not to be tried before.
  due_at timestamptz not null,
  tries integer not null default 0,
  error text,
  -- The same in each try, so that a mail that comes twice can be told to be one.
  message_id text not null,
  -- It was handed to the mail server, whose answer is not here yet.
  under_way boolean not null default false,
  -- How often that answer never came.
  lost_answers integer not null default 0,
  check ((check_id is null) = (tent_id is null)),
  check ((check_id is null) = (outcome is null))
);
create index notices_due on notices (due_at) where state = 'waiting';
create index notices_of_check on notices (check_id, tent_id);
create index notices_net_id on notices (net_id);
