-- Commands with an id of the client that wrote no event, because the tents were marked already: by
-- which marks each was answered, in turn. Sent again it gets the same answer.
create table answered_requests (
  request_id uuid not null,
  part integer not null,
  check_id uuid not null,
  number integer not null,
  net_id text not null references users (net_id),
  at timestamptz not null,
  primary key (request_id, part),
  foreign key (check_id, number) references check_events (check_id, number)
);
create index answered_requests_net_id on answered_requests (net_id);
