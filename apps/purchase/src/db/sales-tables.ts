export interface OncePricesTable {
  id: string;
  price_id: string;
  amount_cents: number;
  currency: string;
  product: string;
  nickname: string | null;
  on_sale: boolean;
}

export interface SalesTable {
  invoice_id: string;
  customer_id: string;
  registration_id: string;
  plan: string;
  quantity: number;
  amount_cents: number;
  currency: string;
  paid_at: Date;
  /** When it was canceled and its payment given back. */
  returned_at: Date | null;
  /** When the accounts service took its last state. */
  told_at: Date | null;
}

export interface SalesTables {
  once_prices: OncePricesTable;
  sales: SalesTable;
}
