-- The same failure is one row, however often browsers report it. Null for reports from before.
alter table failure_reports
  add column fingerprint bytea constraint failure_reports_once unique,
  add column times integer not null default 1;
