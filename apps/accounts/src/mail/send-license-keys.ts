import { licenseKeysMail } from "@foyer/mail/license-keys";
import { type AddJob, defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import { takeEach } from "@foyer/service-kit/rate-limit";
import type { Kysely } from "kysely";
import { z } from "zod";
import { licensesOfAddress } from "../stores/own-license-store.ts";
import type { AccountsTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { mailboxOf } from "./mail-limits.ts";
import { sendNotice } from "./send-notice.ts";

const name = "send-license-keys";
const payload = z.object({ address: z.string() });
type Payload = z.infer<typeof payload>;

const oncePerDay = { limit: 1, windowSeconds: 24 * 3_600 } as const;
const SHOWN = 6;

/** The last characters of a key, and of a short one no more than half. */
const endOf = (key: string): string => key.slice(-(key.length > SHOWN ? SHOWN : Math.ceil(key.length / 2)));

/** Queues the mail to an address that somebody asked for. */
export async function queueLicenseKeys(db: Kysely<AccountsTables>, addJob: AddJob, address: string): Promise<void> {
  await addJob(db, { name, payload }, { address });
}

/** Sends the licenses of the address as they are now, or once a day that there are none. */
export function sendLicenseKeysJob(deps: Deps): JobDefinition<Payload> {
  return defineJob({
    name,
    payload,
    run: async ({ address }, { log, attempt }) => {
      const { db, brand, config, clock } = deps;
      const { username, licenses } = await licensesOfAddress(db, address);
      const isNothing = licenses.length === 0;
      // A retry sends the mail that the first attempt counted.
      if (isNothing && attempt === 1) {
        // No limit against abuse, which an operator may switch off: nothing new would be told.
        const [isNews] = await takeEach(db, clock.now(), [`no-keys:${mailboxOf(address)}`], oncePerDay);
        if (!isNews) return;
      }
      const masked = licenses.map(({ description, key, place }) => ({
        description,
        keyEnd: key === null ? null : endOf(key),
        place,
      }));
      const portalLink = `${config.publicOrigin}/`;
      // It has limits of its own: nobody keeps it from an address by mails of other kinds.
      await sendNotice(deps, log, address, licenseKeysMail(brand, { username, licenses: masked, portalLink }));
    },
  });
}
