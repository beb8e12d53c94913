-- The form in which a user reads dates follows the user to every device.
alter table users add column date_form text not null default 'd mmm yyyy'
  check (date_form in ('d mmm yyyy', 'dd/mm/yyyy', 'yyyy/mm/dd', 'yyyy-mm-dd'));
