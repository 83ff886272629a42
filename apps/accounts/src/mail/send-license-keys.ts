import { licenseKeysMail } from "@foyer/mail/licenses";
import { takeEach } from "@foyer/service-kit/rate-limit";
import { z } from "zod";
import { licensesOfAddress } from "../stores/own-license-store.ts";
import { defineMail } from "./define-mail.ts";
import { mailboxOf } from "./mail-limits.ts";

const oncePerDay = { limit: 1, windowSeconds: 24 * 3_600 } as const;
const SHOWN = 6;

/** The last characters of a key, and of a short one no more than half. */
const endOf = (key: string): string => key.slice(-(key.length > SHOWN ? SHOWN : Math.ceil(key.length / 2)));

/** The licenses of an address that somebody asked for, as they are when it is sent, or once a day that there are none. */
export const { queue: queueLicenseKeys, job: sendLicenseKeysJob } = defineMail({
  name: "send-license-keys",
  payload: z.object({ address: z.string() }),
  // It has limits of its own: nobody keeps it from an address by mails of other kinds.
  write: async ({ db, brand, config, clock }, { address: to }, attempt) => {
    const { username, licenses } = await licensesOfAddress(db, to);
    // A retry sends the mail that the first attempt counted.
    if (licenses.length === 0 && attempt === 1) {
      // No limit against abuse, which an operator may switch off: nothing new would be told.
      const [isNews] = await takeEach(db, clock.now(), [`no-keys:${mailboxOf(to)}`], oncePerDay);
      if (!isNews) return null;
    }
    const masked = licenses.map(({ description, key, place }) => ({
      description,
      keyEnd: key === null ? null : endOf(key),
      place,
    }));
    const portalLink = `${config.publicOrigin}/`;
    return { to, message: licenseKeysMail(brand, { username, licenses: masked, portalLink }) };
  },
});
