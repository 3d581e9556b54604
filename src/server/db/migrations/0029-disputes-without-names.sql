-- Closing a season removes who filed a dispute, too: a netID says who was of which tent. Those of
-- seasons that were closed before have no text any more.
alter table disputes alter column filed_by drop not null;
update disputes set filed_by = null where text = '';
