-- One row at most: how far the sandbox's clock is ahead of the database's.
create table clock (
  only_row boolean primary key default true check (only_row),
  offset_seconds bigint not null check (offset_seconds >= 0)
);

-- What the mail sandbox took instead of a mail server.
create table sandbox_mails (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at timestamptz not null
);
create index sandbox_mails_recipient on sandbox_mails (lower(recipient), id desc);

-- Failures that browsers reported, for people who look after the product.
create table failure_reports (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  revision text not null,
  path text not null,
  message text not null,
  detail jsonb not null
);
