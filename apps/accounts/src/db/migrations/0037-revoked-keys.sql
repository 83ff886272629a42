-- concurrently
-- Each validation asks whether the key of its license was revoked. Few keys are, so this index has a page or two whatever the number
-- of keys.
create index concurrently if not exists license_keys_revoked on license_keys (license_id) where not eligible;
