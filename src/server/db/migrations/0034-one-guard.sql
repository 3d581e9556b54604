-- One function guards all that is append-only (functions.sql makes the triggers anew).
drop function if exists refuse_change_of_record(), refuse_change_of_versions() cascade;
