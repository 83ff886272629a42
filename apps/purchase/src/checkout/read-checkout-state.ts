import { refuse } from "@foyer/service-kit/errors";
import { buyingByQuote } from "../changes/operations/buy-store.ts";
import type { Deps } from "../deps.ts";
import { anyCheckout } from "./checkout-store.ts";

const DAY_MS = 86_400_000;

/** Returns whether a checkout was paid, for a day after its quote. It says nothing else, as the id is all that is asked for. */
export async function readCheckoutState({ db, clock }: Deps, id: string): Promise<"open" | "paid" | "failed"> {
  const quote = await anyCheckout(db, id);
  const now = clock.now().getTime();
  if (!quote || quote.created_at.getTime() < now - DAY_MS) refuse("object.not_found");
  const buying = await buyingByQuote(db, quote.subscription_id, id);
  if (buying?.state === "done") return "paid";
  const isOver = quote.expires_at.getTime() <= now && (!buying || buying.state === "failed");
  return isOver ? "failed" : "open";
}
