-- Tokens by which a program reads past checks. They end with the super user role of whoever made
-- them (the trigger script_tokens_end_with_role).
create table script_tokens (
  id text primary key,
  -- The token is told once and kept only so.
  token_hash text not null unique,
  name text not null,
  made_by text not null references users (net_id),
  made_at timestamptz not null,
  expires_at timestamptz not null
);
