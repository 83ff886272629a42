-- People of an import who get a mail with a link to set a password: each one once, in this order, at the vendor's rate.
create table welcome_mails (
  account_id text primary key references accounts on delete cascade,
  position bigint generated always as identity,
  per_hour integer not null constraint welcome_mail_rate check (per_hour between 1 and 36000),
  -- When the mail was queued. Null while it waits for its turn.
  queued_at timestamptz,
  -- When the mail server took it, or refused it permanently.
  mailed_at timestamptz
);
create index welcome_mails_waiting on welcome_mails (position) where queued_at is null;
create index welcome_mails_queued on welcome_mails (queued_at) where queued_at is not null;
