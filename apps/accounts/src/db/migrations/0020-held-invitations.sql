-- The mail of an invitation is held back while its address has got as many mails as it may within the hour.
alter table seats
  drop constraint seat_mail_state_known,
  add constraint seat_mail_state_known check (mail_state in ('queued', 'held', 'sent', 'refused'));
create index seats_mail_held on seats (email_key, created_at) where mail_state = 'held';
