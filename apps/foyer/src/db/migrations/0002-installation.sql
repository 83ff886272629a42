-- One row, made by the first start or the first import: from then on the database is somebody's, and no demo data joins it.
create table installation (
  only_row boolean primary key default true check (only_row),
  made_at timestamptz not null,
  has_demo boolean not null
);
