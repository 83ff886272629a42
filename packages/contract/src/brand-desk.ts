import { consumerLaw, isTimeZone, WITHDRAWAL_DAYS } from "@foyer/domain/consumer-law";
import { z } from "zod";

/** The pages where consumers withdraw from contracts and cancel them. */
export const consumerDesk = z.strictObject({
  /**
   * Countries of buyers whose confirmed statements are carried out at once, ISO 3166. Statements about other orders wait for
   * staff. `"off"` is the same as no desk.
   */
  countries: z.union([
    z.enum(["all", "off"]),
    z.array(z.string().regex(/^[A-Z]{2}$/, "must be two capital letters, such as DE")).min(1),
  ]),
  /** Days in which buyers may withdraw; 14 by default. */
  withdrawalDays: z.int().min(WITHDRAWAL_DAYS).max(365).optional(),
  /** IANA name of the zone that receipts show beside UTC. By default that of the seller's country. */
  timeZone: z.string().refine(isTimeZone, "must be the name of a time zone, such as Europe/Berlin").optional(),
});

/** The desk as the services use it. */
export interface Desk {
  readonly countries: "all" | readonly string[];
  readonly days: number;
  readonly timeZone: string;
}

type DeskSetting = z.infer<typeof consumerDesk> | undefined;

/** True if the brand has a desk. */
export const hasDesk = ({ consumerDesk: given }: { readonly consumerDesk?: DeskSetting }): boolean =>
  given !== undefined && given.countries !== "off";

/** Returns the desk of a brand, or null if it has none. */
export function deskOf(brand: {
  readonly consumerDesk?: DeskSetting;
  readonly seller?: { readonly country?: string | undefined };
}): Desk | null {
  const { consumerDesk: given, seller } = brand;
  if (given === undefined || given.countries === "off") return null;
  const { countries, withdrawalDays: days = WITHDRAWAL_DAYS } = given;
  return { countries, days, timeZone: given.timeZone ?? consumerLaw(seller?.country ?? "")?.zone ?? "UTC" };
}

/** Links of the desk, below an origin. */
export const deskLinks = (origin: string): { readonly withdraw: string; readonly cancel: string } => ({
  withdraw: `${origin}/withdraw`,
  cancel: `${origin}/cancel`,
});
