-- A client may choose the id of a type, so the id is looked for within the firm alone: that another
-- firm has the same one must not be told (docs/decisions/0026). A restore names a rejected row by the
-- primary key. The unique key of the same columns stays, because foreign keys refer to it.
alter table disbursement_types drop constraint disbursement_types_pkey;
alter table disbursement_types add primary key (firm_id, id);
