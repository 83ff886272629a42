-- Grows with each new password, and not when another hash of the same password is stored: such a hash leaves the credential
-- version as it is. A trigger, so that instances of the version before count as well.
alter table accounts add column password_version bigint not null default 0;

create function count_password() returns trigger language plpgsql set search_path from current as $$
begin
  new.password_version := old.password_version + 1;
  return new;
end $$;

create trigger password_counted before update of password_hash on accounts for each row
when (old.password_hash is distinct from new.password_hash and old.credential_version <> new.credential_version)
execute function count_password();
