-- A quote is a paper's price or a purchase's, never both: each is charged by a different operation.
alter table quotes add constraint quotes_one_kind check (purchase is null or not on_paper);
