-- Keys of licenses that were bought here appear with their license, and not among the legacy keys. The return of the payment
-- revokes them.
alter table licenses
  add column key_bought boolean not null default false,
  add column key_revoked_at timestamptz;
update licenses set key_bought = true
where key is not null and exists (select from sold_licenses where license_id = licenses.id);
update licenses set key_revoked_at = expires_at
where key_bought and exists (select from license_events where license_id = licenses.id and act = 'license.returned');
