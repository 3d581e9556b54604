-- A push that follows from the ledger is given its id as its row is written.
alter table pushes alter column id set default gen_random_uuid();
