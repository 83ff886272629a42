-- concurrently
-- What has ended is deleted by these, a few thousand rows at a time.
create index concurrently if not exists mailed_secrets_expiry on mailed_secrets (expires_at);
create index concurrently if not exists sign_ups_expiry on sign_ups (expires_at);
create index concurrently if not exists app_grants_ended on app_grants (ended_at) where ended_at is not null;
