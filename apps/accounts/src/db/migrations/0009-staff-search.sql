-- What the staff's search looks up by its beginning. The pattern operators compare byte by byte, so that a range of them is a prefix
-- whatever the database's collation.
create index accounts_username_prefix on accounts (username text_pattern_ops);
create index accounts_email_prefix on accounts (email_key text_pattern_ops);
create index accounts_email_domain on accounts (split_part(email_key, '@', 2), email_key text_pattern_ops);
create index licenses_id_prefix on licenses (lower(id) text_pattern_ops);
create index licenses_key_prefix on licenses (lower(key) text_pattern_ops) where key is not null;
create index licenses_subscription on licenses (subscription_id) where subscription_id is not null;
create index license_keys_key_prefix on license_keys (lower(key) text_pattern_ops);
create index license_keys_owner_prefix on license_keys (lower(owner) text_pattern_ops);
create index upgrades_id_prefix on upgrades (lower(id) text_pattern_ops);
create index seats_invited_prefix on seats (email_key text_pattern_ops) where status = 'pending';
create index sessions_viewed_by on sessions (viewed_by) where viewed_by is not null;
