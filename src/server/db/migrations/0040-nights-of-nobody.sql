-- A row that is nobody's any more kept its nights as a substitute, and nobody could take them off.
update shift_people set substitute_on = '[]' where net_id is null and substitute_on <> '[]';
