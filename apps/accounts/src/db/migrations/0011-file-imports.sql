-- Files that staff load in the browser, and how far each has come. The file itself, which may hold passwords, is not kept.
create table file_imports (
  id text primary key,
  -- The staff member's account name.
  staff text not null,
  -- The file's name.
  file text not null,
  started_at timestamptz not null,
  -- By the machine's time, renewed while a process is at it: who has long been silent has ended.
  seen_at timestamptz not null default clock_timestamp(),
  state text not null constraint file_import_state_known check (state in ('running', 'done', 'failed')),
  -- How many of its passwords have been hashed.
  hashed integer not null default 0,
  passwords integer not null,
  -- Lines by type, once it is done.
  imported jsonb,
  skipped jsonb,
  error text
);
create index file_imports_started on file_imports (started_at);
