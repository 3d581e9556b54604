-- How many pages an uploaded document has; null: it was uploaded before they were counted.
alter table documents add column pages integer check (pages >= 1);
