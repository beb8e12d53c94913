-- product.md: exactly ten digits after normalising; which of them can be sent an SMS is the business of who sends.
alter table users drop constraint users_cell_check;
alter table users add constraint users_cell_check check (cell = '' or cell ~ '^[0-9]{10}$');
