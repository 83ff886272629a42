import type { Charge } from "../objects/charge.ts";
import type { BalanceTransaction, Customer } from "../objects/customer.ts";
import type { Coupon, Discount, PromotionCode } from "../objects/coupon.ts";
import type { Dispute } from "../objects/dispute.ts";
import type { Event, WebhookEndpoint } from "../objects/event.ts";
import type { InvoiceItem } from "../objects/invoice-item.ts";
import type { Invoice } from "../objects/invoice.ts";
import type { InvoicePayment, PaymentIntent } from "../objects/payment-intent.ts";
import type { PaymentMethod } from "../objects/payment-method.ts";
import type { Plan, Price, Product } from "../objects/plan.ts";
import type { CreditNote } from "../objects/credit-note.ts";
import type { Refund } from "../objects/refund.ts";
import type { SetupIntent } from "../objects/setup-intent.ts";
import type { Subscription } from "../objects/subscription.ts";
import type { TaxId } from "../objects/tax-id.ts";
import type { TaxRate } from "../objects/tax-rate.ts";

/** The stored object of each type. */
export interface ObjectTypes {
  charge: Charge;
  coupon: Coupon;
  credit_note: CreditNote;
  customer: Customer;
  customer_balance_transaction: BalanceTransaction;
  discount: Discount;
  dispute: Dispute;
  event: Event;
  invoice: Invoice;
  invoice_payment: InvoicePayment;
  invoiceitem: InvoiceItem;
  payment_intent: PaymentIntent;
  payment_method: PaymentMethod;
  plan: Plan;
  price: Price;
  product: Product;
  promotion_code: PromotionCode;
  refund: Refund;
  setup_intent: SetupIntent;
  subscription: Subscription;
  tax_id: TaxId;
  tax_rate: TaxRate;
  webhook_endpoint: WebhookEndpoint;
}

export type ObjectType = keyof ObjectTypes;
export type AnyObject = ObjectTypes[ObjectType];

/** The noun in the provider's message "No such …". */
export function nounOf(type: ObjectType): string {
  const words: Partial<Record<ObjectType, string>> = {
    payment_method: "PaymentMethod",
    setup_intent: "setupintent",
    tax_rate: "tax rate",
    credit_note: "credit note",
    promotion_code: "promotion code",
    tax_id: "tax ID",
    webhook_endpoint: "webhook endpoint",
  };
  return words[type] ?? type;
}
