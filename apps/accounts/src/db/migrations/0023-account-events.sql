-- What happened to an account is read by its owner, newest first. Wrong passwords and codes are summed up by the day: they can
-- be many, as anybody causes them, and must not lie between the others.
create index security_events_told on security_events (account_id, id)
  where kind not in ('session.refused', 'password.proof_refused', 'second_factor.refused');
create index security_events_refused on security_events (account_id, at) include (id, kind, ip)
  where kind in ('session.refused', 'password.proof_refused', 'second_factor.refused');

-- What a mail with "This was not me" tells of, by the record's word; `requested_at` is when that happened. Such links live
-- side by side: each has a purpose of its own, `not_me:` and its id.
alter table mailed_secrets add column about text;
alter table mailed_secrets drop constraint mailed_secret_purpose_known;
alter table mailed_secrets add constraint mailed_secret_purpose_known
  check (purpose in ('sign_up', 'password_reset', 'email_change', 'email_undo', 'come_back', 'data_export')
    or purpose = 'contact_undo:' || license_id or purpose = 'not_me:' || id);
alter table mailed_secrets add constraint mailed_secret_is_about
  check ((purpose like 'not_me:%') = (about is not null));

-- That an owner said of something: this was not me. A task for the staff until one of them closes it.
create table not_me_reports (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  at timestamptz not null,
  -- What it was about, by the record's word, and when that happened.
  event text not null,
  event_at timestamptz not null,
  by_link boolean not null,
  closed_at timestamptz,
  -- The staff member's account name.
  closed_by text
);
create index not_me_reports_account on not_me_reports (account_id, at);
create index not_me_reports_open on not_me_reports (at) where closed_at is null;
