-- Which upload of its kind a document is: the highest is shown, whatever the servers' clocks say.
alter table documents add column number integer check (number >= 1);
update documents set number = (
  select count(*) from documents before
  where before.kind = documents.kind
    and (before.uploaded_at, before.sha256) <= (documents.uploaded_at, documents.sha256)
);
alter table documents alter column number set not null;
alter table documents add constraint one_document_per_number unique (kind, number);
