-- Whoever was the contact of a license takes its taking over back by a mailed link: the license, and its managers before it,
-- the contact first. Its purpose is `contact_undo:` and the license's id, so that the links of two licenses live side by side.
alter table mailed_secrets add column license_id text references licenses on delete cascade;
alter table mailed_secrets add column former_managers text[];
alter table mailed_secrets drop constraint mailed_secret_purpose_known;
alter table mailed_secrets add constraint mailed_secret_purpose_known
  check (purpose in ('sign_up', 'password_reset', 'email_change', 'email_undo', 'come_back', 'data_export')
    or purpose = 'contact_undo:' || license_id);
alter table mailed_secrets add constraint mailed_secret_has_license
  check ((purpose like 'contact_undo:%') = (license_id is not null) and (license_id is null) = (former_managers is null));
create index mailed_secrets_license on mailed_secrets (license_id) where license_id is not null;
