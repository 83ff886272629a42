-- Held seats that the buyer of a license gives up if not all fit.
alter table reserved_licenses add column release text[] not null default '{}';
