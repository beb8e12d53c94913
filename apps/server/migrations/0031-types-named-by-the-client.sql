-- A client may choose the id of a type, so the id is looked for within the firm alone: that another
-- firm has the same one must not be told (docs/decisions/0026). The key that stays is (firm_id, id).
alter table disbursement_types drop constraint disbursement_types_pkey;
alter table disbursement_types alter column id set not null;
