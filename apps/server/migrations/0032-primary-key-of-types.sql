-- A restore names the row that it refuses by the primary key of its table. The unique key of the same
-- columns stays, because foreign keys refer to it.
alter table disbursement_types add primary key (firm_id, id);
