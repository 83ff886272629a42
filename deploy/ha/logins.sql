-- psql: the logins of docs/operations.md, once.
select $$create role foyer_setup login createrole password 'change-me-1'$$
where not exists (select from pg_roles where rolname = 'foyer_setup') \gexec
select $$create role foyer_serving login noinherit password 'change-me-2'$$
where not exists (select from pg_roles where rolname = 'foyer_serving') \gexec
select $$create database foyer owner foyer_setup$$
where not exists (select from pg_database where datname = 'foyer') \gexec
