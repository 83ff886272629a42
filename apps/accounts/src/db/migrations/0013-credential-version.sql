-- Grows when what opens the account has changed: with a new password, when a second factor is turned on, and when the
-- account is closed or opened again. Who signs in, or proves a password, does so against a version.
alter table accounts add column credential_version bigint not null default 0;
-- Password hashes unlike those that are made today, by what checking one takes: an account's becomes one of today's when its
-- owner signs in. A name that nobody has is refused in the time that those that are there take.
create index accounts_foreign_hashes on accounts ((
  case when password_hash like '$2_$%' then substr(password_hash, 5, 2)
    else substring(password_hash from '^(.*)[$][^$]*[$][^$]*$') end
)) where password_hash is not null and password_hash not like '$argon2id$v=19$m=19456,t=2,p=1$%';
