-- Devices on which apps of the vendor are activated.
create table activations (
  id text primary key,
  license_id text not null references licenses on delete cascade,
  -- The seat that it belongs to. No reference: once the seat is gone the device has ended, and its file may still work.
  seat_id text not null,
  account_id text not null references accounts on delete cascade,
  -- HMAC-SHA-256 of what the app made of its device.
  fingerprint bytea not null,
  name text,
  platform text,
  app_version text,
  created_at timestamptz not null,
  -- The day of the last activation or validation, as its beginning.
  last_seen_at timestamptz not null,
  -- Until when its newest file works without network.
  offline_until timestamptz,
  ended_at timestamptz,
  -- 'holder': freed by its holder or by the app in her name, which counts; 'replaced': by itself, set up anew.
  ended_by text constraint activation_ended_by check (ended_by in ('holder', 'replaced', 'manager', 'staff', 'seat', 'license', 'account')),
  constraint activation_end check ((ended_at is null) = (ended_by is null))
);
create unique index activations_device on activations (seat_id, fingerprint) where ended_at is null;
create index activations_license on activations (license_id) where ended_at is null;
create index activations_leaving on activations (license_id, offline_until) where ended_at is not null;
create index activations_account on activations (account_id, ended_at);
create index activations_ended on activations (ended_at) where ended_at is not null;

-- Whoever takes a seat away, ends a license or closes an account ends its devices in the same transaction.
create function end_activations_of_seats() returns trigger language plpgsql set search_path from current as $$
begin
  update activations set ended_at = now(), ended_by = 'seat'
  from old_seats where activations.seat_id = old_seats.id and activations.ended_at is null;
  return null;
end $$;
create trigger seats_removed_activations after delete on seats referencing old table as old_seats
  for each statement execute function end_activations_of_seats();

-- Devices follow their seat to another holder or license.
create function move_activations_with_seat() returns trigger language plpgsql set search_path from current as $$
begin
  update activations set license_id = new.license_id, account_id = new.account_id where seat_id = new.id;
  return null;
end $$;
create trigger seats_moved_activations after update of license_id, account_id on seats for each row
  when (old.account_id is not null and (old.license_id <> new.license_id or old.account_id <> new.account_id))
  execute function move_activations_with_seat();

create function end_activations_of_license() returns trigger language plpgsql set search_path from current as $$
begin
  update activations set ended_at = now(), ended_by = 'license' where license_id = new.id and ended_at is null;
  return null;
end $$;
create trigger licenses_ended_activations after update of subscription_active on licenses for each row
  when (new.subscription_active is false and old.subscription_active is distinct from false)
  execute function end_activations_of_license();

create function end_activations_of_account() returns trigger language plpgsql set search_path from current as $$
begin
  update activations set ended_at = now(), ended_by = 'account' where account_id = new.id and ended_at is null;
  return null;
end $$;
create trigger accounts_closed_activations after update of state on accounts for each row
  when (old.state = 100 and new.state <> 100)
  execute function end_activations_of_account();

-- A limit that staff set for one license until a time.
alter table licenses add column activation_limit integer constraint license_activation_limit check (activation_limit between 1 and 1000);
alter table licenses add column activation_limit_until timestamptz;
alter table licenses add constraint license_activation_limit_ends check ((activation_limit is null) = (activation_limit_until is null));

-- When the holder took the seat; null for seats from before, or from an import, which `created_at` tells.
alter table seats add column held_since timestamptz;

-- What signs files, and what fingerprints are hashed with.
create table license_secrets (
  id text primary key,
  kind text not null constraint license_secret_kind check (kind in ('signing', 'fingerprint')),
  -- Of a signing key: 32 bytes in hexadecimal digits.
  public_key text,
  -- The private key or secret, encrypted with SECRETS_KEY.
  sealed text not null,
  created_at timestamptz not null,
  -- Files of a retired key stay good.
  retired_at timestamptz,
  constraint license_secret_public check ((kind = 'signing') = (public_key is not null))
);

-- Somebody who asks for her keys by her address.
create index license_keys_owner on license_keys (lower(owner));
