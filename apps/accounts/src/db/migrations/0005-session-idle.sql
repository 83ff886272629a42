-- How long a session may rest: shorter for staff.
alter table sessions add column idle_seconds integer not null default 604800;
