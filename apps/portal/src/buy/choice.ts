import { safeReturnLink } from "@foyer/domain/return-link";
import { parseQuantity, seatCountMax, seatCountMin } from "@foyer/domain/quantity";
import { choiceKey, namesChoice } from "../shared/served/served-buying.ts";

/** The choice of a buyer. */
export interface Choice {
  /** Id of a plan, which may not be on sale, or of a product for its first plan; null before anything was chosen. */
  readonly plan: string | null;
  /** The number of seats as typed. */
  readonly seats: string;
  /** An ended license that gets a new subscription; null for a new license. */
  readonly license: string | null;
  /** A coupon code as typed; null without one. */
  readonly coupon: string | null;
  /** A product such as `OUTLINE-5`, whose trial is wanted in place of a purchase; null for a purchase. */
  readonly trial: string | null;
  /** True once the person has continued to pay; the account or the review is next. */
  readonly isConfirmed: boolean;
  /** Address to return to after the purchase, from the link; null for none. */
  readonly back: string | null;
  /** The buyer's mail address, from the link; null for none. */
  readonly email: string | null;
  /** Reference on the subscription's invoices; empty for the customer's default. */
  readonly reference: string;
  /** Id of the current quote; null without one. */
  readonly checkout: string | null;
}

export const noChoice: Choice = {
  plan: null,
  seats: "1",
  license: null,
  coupon: null,
  trial: null,
  isConfirmed: false,
  back: null,
  email: null,
  reference: "",
  checkout: null,
};

/** Returns the number of seats; null if it cannot be bought. */
export function seatsOf({ seats }: Pick<Choice, "seats">): number | null {
  const quantity = parseQuantity(seats.trim());
  return quantity === null || quantity < seatCountMin || quantity > seatCountMax ? null : quantity;
}

/**
 * Returns the choice that a link names (`?plan=&seats=&coupon=&email=&license=&trial=&checkout=&return=`); null for a
 * link without one.
 */
export function linkedChoice(search: string): Choice | null {
  const query = new URLSearchParams(search);
  if (!namesChoice(query)) return null;
  const [plan, license, trial] = [query.get("plan"), query.get("license"), query.get("trial")];
  const coupon = query.get("coupon")?.trim() || null;
  const [back, email] = [query.get("return"), query.get("email")];
  const seats = query.get("seats") ?? (license === null ? "1" : "");
  const checkout = query.get("checkout");
  const isConfirmed = trial !== null || checkout !== null;
  return { ...noChoice, plan, license, coupon, trial, isConfirmed, back, email, seats, checkout };
}

/** Returns the choice stored in this browser by any tab; an empty one if there is none. */
export function keptChoice(): Choice {
  try {
    const kept = JSON.parse(localStorage.getItem(choiceKey) ?? "null") as Partial<Record<keyof Choice, unknown>> | null;
    const text = (name: keyof Choice): string | null => {
      const value = kept?.[name];
      return typeof value === "string" ? value : null;
    };
    return {
      plan: text("plan"),
      seats: text("seats") ?? noChoice.seats,
      license: text("license"),
      coupon: text("coupon"),
      trial: text("trial"),
      isConfirmed: kept?.isConfirmed === true,
      back: text("back"),
      email: text("email"),
      reference: text("reference") ?? "",
      checkout: text("checkout"),
    };
  } catch {
    return noChoice;
  }
}

export function keepChoice(choice: Choice | null) {
  if (choice) localStorage.setItem(choiceKey, JSON.stringify(choice));
  else localStorage.removeItem(choiceKey);
}

/**
 * Returns the link back to where the buyer came from, with the checkout's id and nothing else added; null unless it is
 * an allowed origin of the brand.
 */
export function linkBack(
  back: string | null,
  checkout: string,
  origin: string,
  allowed: readonly string[],
): URL | null {
  const link = safeReturnLink(back, origin, allowed);
  if (link.startsWith("/")) return null;
  const url = new URL(link);
  url.searchParams.set("checkout", checkout);
  return url;
}
