-- An app can be activated with a license key alone. Such an activation has the key in place of a seat and its holder.
alter table activations
  alter column seat_id drop not null,
  alter column account_id drop not null,
  -- As the key was stored at that time. It stays when the license gets another key.
  add column by_key text,
  add constraint activation_of_seat_or_key
    check ((by_key is null) = (account_id is not null) and (by_key is null) = (seat_id is not null));
create unique index activations_device_of_key on activations (license_id, fingerprint) where ended_at is null and by_key is not null;
create index activations_keyed on activations (license_id) where by_key is not null;

-- Former keys of licenses. A key works until it ends; its row then only says what its activations do.
create table replaced_license_keys (
  key text primary key,
  license_id text not null references licenses on delete cascade,
  replaced_at timestamptz not null,
  ends_at timestamptz not null,
  -- True if what was activated with the key ends with it.
  ends_activations boolean not null
);
create index replaced_license_keys_license on replaced_license_keys (license_id);
create index replaced_license_keys_ending on replaced_license_keys (ends_at) where ends_activations;

-- People type keys in any case, with or without dashes.
create index licenses_typed_key on licenses (upper(replace(key, '-', ''))) where key is not null;
create index license_keys_typed_key on license_keys (upper(replace(key, '-', '')));
create index replaced_license_keys_typed_key on replaced_license_keys (upper(replace(key, '-', '')));

-- What was activated with a key ends when the last manager of its license closes the account.
create or replace function end_activations_of_account() returns trigger language plpgsql set search_path from current as $$
begin
  update activations set ended_at = now(), ended_by = 'account' where account_id = new.id and ended_at is null;
  update activations set ended_at = now(), ended_by = 'account'
  where by_key is not null and ended_at is null
    and license_id in (select license_id from license_owners where account_id = new.id)
    and not exists (
      select from license_owners join accounts on accounts.id = license_owners.account_id
      where license_owners.license_id = activations.license_id and accounts.state = 100
    );
  return null;
end $$;
