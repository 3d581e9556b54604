-- Deputies are named by a captain, and no longer count once that person is captain no more. null:
-- named by a super user, or before this was kept.
alter table shift_people add column deputy_by text references users (net_id);
alter table shift_people add check (deputy_by is null or is_deputy);
