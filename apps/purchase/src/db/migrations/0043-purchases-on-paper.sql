-- The quote of a purchase can be a paper's price too: the purchase that pays the checkout accepts the paper.
alter table quotes drop constraint quotes_one_kind;
