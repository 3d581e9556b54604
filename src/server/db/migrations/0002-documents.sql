-- Policy and calendar: each upload is a row; the newest of a kind is the one shown.
create table documents (
  kind text not null check (kind in ('policy', 'calendar')),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bytea not null,
  uploaded_by text not null,
  uploaded_at timestamptz not null,
  primary key (kind, sha256)
);
-- Uncompressed, so that a part of a file is read without the whole.
alter table documents alter column bytes set storage external;
