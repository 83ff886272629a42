import type { ToldAs } from "@foyer/contract/staff-purchase";
import type { ColumnType, Generated } from "kysely";

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
  /** When the accounts service accepted its last state. */
  told_at: Date | null;
  refused_at: Generated<Date | null>;
  refusal: Generated<string | null>;
  tries: Generated<number>;
  next_try_at: Generated<Date | null>;
  told_as: ColumnType<ToldAs | null, string | null | undefined, string | null>;
}

/** A refund or a dispute of a payment. */
export interface ProviderReturnsTable {
  id: string;
  kind: "refund" | "dispute";
  customer_id: string;
  charge_id: string;
  /** Null for a payment of no invoice. */
  invoice_id: string | null;
  invoice_number: string | null;
  subscription_id: string | null;
  amount_cents: number;
  currency: string;
  /** Status at the provider. */
  status: string;
  reason: string | null;
  /** The credit note that a refund belongs to. */
  credit_note_id: string | null;
  /** Time until which a dispute must be answered. */
  due_at: Date | null;
  created_at: Date;
}

export interface SalesTables {
  provider_returns: ProviderReturnsTable;
  once_prices: OncePricesTable;
  sales: SalesTable;
}
