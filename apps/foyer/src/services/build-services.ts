import type { Part } from "../parts.ts";
import { accountsPart } from "./accounts-part.ts";
import type { Service, Surroundings } from "./service.ts";

/** The services that `parts` ask for, in the order in which they start. */
export function buildServices(around: Surroundings, parts: readonly Part[]): readonly Service[] {
  const works = parts.includes("worker");
  return [...(works || parts.includes("accounts") ? [accountsPart(around, parts.includes("accounts"))] : [])];
}
