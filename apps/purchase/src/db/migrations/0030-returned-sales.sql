alter table sales add column returned_at timestamptz;
