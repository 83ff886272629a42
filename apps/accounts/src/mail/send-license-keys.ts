import { licenseKeysMail } from "@foyer/mail/licenses";
import { takeEach } from "@foyer/service-kit/rate-limit";
import { z } from "zod";
import { licensesOfAddress } from "../stores/own-license-store.ts";
import { defineMail } from "./define-mail.ts";
import { mailboxOf } from "./mail-limits.ts";

const oncePerDay = { limit: 1, windowSeconds: 24 * 3_600 } as const;
const SHOWN = 6;

/** The last characters of a key, and of a short one no more than half. */
export const endOfKey = (key: string): string => key.slice(-(key.length > SHOWN ? SHOWN : Math.ceil(key.length / 2)));

/** Mails the licenses of an address in their state when it is sent. An address without licenses gets one mail a day. */
export const { queue: queueLicenseKeys, job: sendLicenseKeysJob } = defineMail({
  name: "send-license-keys",
  payload: z.object({ address: z.string() }),
  // This mail has limits of its own; other mails do not count against them.
  write: async ({ db, brand, config, clock }, { address: to }, attempt) => {
    const { username, licenses } = await licensesOfAddress(db, to);
    // A retry sends the mail that the first attempt counted.
    if (licenses.length === 0 && attempt === 1) {
      // Not one of the limits that an operator can switch off, because a repeat has no new information.
      const [isNews] = await takeEach(db, clock.now(), [`no-keys:${mailboxOf(to)}`], oncePerDay);
      if (!isNews) return null;
    }
    const masked = licenses.map(({ description, key, place }) => ({
      description,
      keyEnd: key === null ? null : endOfKey(key),
      place,
    }));
    const portalLink = `${config.publicOrigin}/`;
    return { to, message: licenseKeysMail(brand, { username, licenses: masked, portalLink }) };
  },
});
