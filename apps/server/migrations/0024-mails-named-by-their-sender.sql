-- The Message-ID is made of the mail's id and the sender's domain, which the operator may change.
alter table mails drop column message_id;
