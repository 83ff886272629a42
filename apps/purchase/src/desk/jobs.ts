import { z } from "zod";

const ofStatement = z.object({ id: z.string() });

/** Mails the receipt of a statement. */
export const receiptJob = { name: "desk-receipt", payload: ofStatement };

/** Looks for the contract of a statement. */
export const lookJob = {
  name: "desk-look",
  /** `held`: why the statement waits for staff in any case. */
  payload: ofStatement.extend({ held: z.enum(["limited", "suspicious"]).nullable() }),
};

/** Asks the owner of the order that a statement matches. */
export const askOwnerJob = { name: "desk-ask-owner", payload: ofStatement };

/** Carries out what the owner of the order confirmed. */
export const carryOutJob = { name: "desk-carry-out", payload: ofStatement };
