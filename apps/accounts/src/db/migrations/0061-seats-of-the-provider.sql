-- The payment provider can have more seats than our screens allow. The license then has as many.
alter table licenses drop constraint license_total_seats;
alter table licenses add constraint license_total_seats check (total_seats >= 0);
