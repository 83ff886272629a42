-- A change of the address by staff waits as a restore of access does, and can be stopped by the same links. It needs no second staff
-- member, but the agreement of one carries it out at once. An instance of the previous version leaves such rows alone.
alter table access_restores add column kind text not null default 'restore'
  constraint access_restore_kind_known check (kind in ('restore', 'address'));
alter table access_restores drop constraint access_restore_agreed;
alter table access_restores add constraint access_restore_agreed check (
  (agreed_at is null) = (agreed_by is null) and (kind = 'address' or (agreed_at is null) = (due_at is null)));
alter table access_restores drop constraint access_restore_waits_agreed;
alter table access_restores add constraint access_restore_waits_agreed check (
  kind = 'address' or state not in ('waiting', 'done') or agreed_at is not null);
