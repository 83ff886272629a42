import type { Part } from "../parts.ts";
import { accountsPart } from "./accounts-part.ts";
import { purchasePart } from "./purchase-part.ts";
import { sandboxPart } from "./sandbox-part.ts";
import type { Service, Surroundings } from "./service.ts";

/** Returns the services that `parts` need, in start order. */
export function buildServices(around: Surroundings, parts: readonly Part[]): readonly Service[] {
  const works = parts.includes("worker");
  const has = (part: Part): boolean => parts.includes(part);
  return [
    ...(around.config.sandbox.payments && has("sandbox") ? [sandboxPart(around)] : []),
    ...(works || has("accounts") ? [accountsPart(around, has("accounts"))] : []),
    ...(works || has("purchase") ? [purchasePart(around, has("purchase"))] : []),
  ];
}
