/** A statement that a consumer makes at the desk: withdraw from a contract, or cancel it. */
export type DeskKind = "withdraw" | "cancel";

/**
 * The law's own words. The first is the label of the link, the second is the label of the button that makes the statement.
 */
export const deskWords = {
  withdraw: {
    link: "Withdraw from contract here",
    confirm: "Confirm withdrawal",
    source: "Directive 2011/83/EU Art. 11a(1) and (3), inserted by Directive (EU) 2023/2673",
  },
  cancel: {
    link: "Cancel contracts here",
    confirm: "Cancel now",
    source: "§ 312k(2) BGB, translation of the Federal Ministry of Justice",
  },
} as const satisfies Record<DeskKind, { link: string; confirm: string; source: string }>;

/** Days in which a consumer may withdraw, where the vendor does not grant more. */
export const WITHDRAWAL_DAYS = 14;

/** Days after a statement of withdrawal in which the money is returned: Directive 2011/83/EU Art. 13(1). */
export const REPAYMENT_DAYS = 14;

/** Rules of a country's law about the right to withdraw. */
export interface ConsumerLaw {
  readonly days: number;
  /** IANA name of the zone of the country in which a day ends last, so that no buyer loses the end of the last day. */
  readonly zone: string;
  readonly source: string;
}

const EU = "Directive 2011/83/EU Art. 9(1)";
const EEA = "Directive 2011/83/EU Art. 9(1), by the EEA Agreement, Annex XIX";
const GB = "Consumer Contracts Regulations 2013 (SI 2013/3134), reg. 30(1)";

/** Zones by country, with the source of the period of 14 days. */
const ZONES: readonly (readonly [source: string, zones: string])[] = [
  [
    EU,
    `AT Europe/Vienna, BE Europe/Brussels, BG Europe/Sofia, CY Asia/Nicosia, CZ Europe/Prague, DE Europe/Berlin,
    DK Europe/Copenhagen, EE Europe/Tallinn, ES Atlantic/Canary, FI Europe/Helsinki, FR Europe/Paris, GR Europe/Athens,
    HR Europe/Zagreb, HU Europe/Budapest, IE Europe/Dublin, IT Europe/Rome, LT Europe/Vilnius, LU Europe/Luxembourg,
    LV Europe/Riga, MT Europe/Malta, NL Europe/Amsterdam, PL Europe/Warsaw, PT Atlantic/Azores, RO Europe/Bucharest,
    SE Europe/Stockholm, SI Europe/Ljubljana, SK Europe/Bratislava`,
  ],
  [EEA, "IS Atlantic/Reykjavik, LI Europe/Vaduz, NO Europe/Oslo"],
  [GB, "GB Europe/London"],
];

const laws: ReadonlyMap<string, ConsumerLaw> = new Map(
  ZONES.flatMap(([source, zones]) =>
    zones.split(",").map((entry) => {
      const [country = "", zone = ""] = entry.trim().split(" ");
      return [country, { days: WITHDRAWAL_DAYS, zone, source }] as const;
    }),
  ),
);

/** Returns the law of a country, ISO 3166, or null if the table does not have it. */
export function consumerLaw(country: string): ConsumerLaw | null {
  return laws.get(country) ?? null;
}

/** The zone in which a day ends last on earth, for a buyer whose country is not known. */
const LAST_ZONE = "Etc/GMT+12";

const DAY_MS = 86_400_000;

/** True for the IANA name of a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** Returns the wall clock of a zone at an instant: `2026-11-27 06:46:28`. */
function wallClock(at: Date, zone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" }).format(at);
}

/** Returns a time to the second: `2026-11-27 06:46:28 (Europe/Berlin)`, or `2026-11-27 05:46:28 UTC`. */
export function timeToTheSecond(at: Date, zone = "UTC"): string {
  return `${wallClock(at, zone)} ${zone === "UTC" ? zone : `(${zone})`}`;
}

/** Returns the instant at which a wall clock of a zone shows that day's first moment. */
function startOfDay(day: number, zone: string): Date {
  let at = day;
  // The second round corrects a change of the clock between the guess and the result.
  for (let round = 0; round < 2; round++) {
    const shown = Date.parse(`${wallClock(new Date(at), zone).replace(" ", "T")}Z`);
    at -= shown - day;
  }
  return new Date(at);
}

/**
 * Returns the end of the period, exclusive: the end of the last day in the buyer's country. The day of the contract does not
 * count (Regulation (EEC, Euratom) No 1182/71 Art. 3(1)).
 *
 * @param country ISO 3166; empty if it is not known.
 * @param days that the vendor grants. A longer period of the law counts.
 */
export function withdrawalEnd(boughtAt: Date, country: string, days = WITHDRAWAL_DAYS): Date {
  const law = consumerLaw(country);
  const zone = law?.zone ?? LAST_ZONE;
  const day = Date.parse(`${wallClock(boughtAt, zone).slice(0, 10)}T00:00:00Z`);
  return startOfDay(day + (Math.max(days, law?.days ?? 0) + 1) * DAY_MS, zone);
}
