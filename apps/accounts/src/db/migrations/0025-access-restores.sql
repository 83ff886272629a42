-- Access to an account that is to be given to a new address: asked for by one staff member, agreed to by a second one, told to every known
-- address, and carried out 24 hours later unless somebody stops it. Rows go with the person's data.
create table access_restores (
  id text primary key,
  account_id text not null references accounts,
  -- The address that gets access.
  address text not null,
  reason text not null,
  -- asked: waits for the second staff member. waiting: for its time.
  state text not null constraint access_restore_state_known check (state in ('asked', 'waiting', 'done', 'stopped')),
  asked_by text not null references accounts,
  asked_at timestamptz not null,
  agreed_by text references accounts,
  agreed_at timestamptz,
  -- 24 hours after the agreement, and after each of its mails.
  due_at timestamptz,
  ended_at timestamptz,
  -- What stopped it: link, owner, sign_in, staff, closed, held, lapsed, address_taken, staff_changed, mail_failed, backup.
  stopped_by text,
  stopped_by_staff text references accounts,
  -- When its end was queued to be told; null while that is to be done.
  told_at timestamptz,
  constraint access_restore_needs_two check (agreed_by <> asked_by),
  constraint access_restore_agreed check ((agreed_at is null) = (agreed_by is null) and (agreed_at is null) = (due_at is null)),
  constraint access_restore_waits_agreed check (state not in ('waiting', 'done') or agreed_at is not null),
  constraint access_restore_ended check ((ended_at is null) = (state in ('asked', 'waiting'))),
  constraint access_restore_stopped check ((state = 'stopped') = (stopped_by is not null))
);
create unique index access_restores_live on access_restores (account_id) where ended_at is null;
create index access_restores_account on access_restores (account_id, asked_at);
create index access_restores_ended on access_restores (ended_at) where ended_at is not null;
create index access_restores_untold on access_restores (ended_at) where ended_at is not null and told_at is null;

-- The link in a mail that tells of a restore stops it: `restore_stop:`, the restore's id and a number, so that those of all its mails live side by side.
alter table mailed_secrets add column restore_id text references access_restores on delete cascade;
-- When the mail was handed over, or refused for good; kept for the mails of restores alone.
alter table mailed_secrets add column sent_at timestamptz;
do $$
declare
  known text;
begin
  select pg_get_expr(conbin, conrelid) into strict known from pg_constraint
    where conname = 'mailed_secret_purpose_known' and conrelid = 'mailed_secrets'::regclass;
  alter table mailed_secrets drop constraint mailed_secret_purpose_known;
  execute format('alter table mailed_secrets add constraint mailed_secret_purpose_known check ((%s) or purpose like ''restore_stop:%%'')', known);
end $$;
alter table mailed_secrets add constraint mailed_secret_has_restore check ((purpose like 'restore_stop:%') = (restore_id is not null));
create index mailed_secrets_restore on mailed_secrets (restore_id) where restore_id is not null;
