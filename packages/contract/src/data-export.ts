import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { instant, success } from "./wire-values.ts";

/** Progress of collecting the own data. */
export const dataExport = z.object({
  requested: instant,
  parts_done: z.int(),
  parts: z.int(),
  /** End of the mailed link's validity. Null while data is being collected. */
  ready_until: instant.nullable(),
});
export type DataExport = z.infer<typeof dataExport>;

/** Returns the progress of the newest export of the own data, or null. */
export const readDataExport = endpoint("readDataExport", {
  access: "person",
  summary: "Read how far the gathering of the own data is",
  reply: z.object({ export: dataExport.nullable(), next_possible: instant.nullable() }),
});

/** Collects all stored data about the person in the background, and mails a link to it. Once a day. */
export const startDataExport = endpoint("startDataExport", {
  access: "person",
  summary: "Gather everything that is kept about oneself",
  reply: success.extend({ export: dataExport }),
  refusals: ["limit.reached"],
});

/** Returns the collected data to a caller with the mailed link and a session of its account. */
export const downloadData = endpoint("downloadData", {
  access: "person",
  keepsNoKey: true,
  summary: "Download the own data by the mailed link",
  body: z.object({ token: z.string() }),
  reply: z.object({ files: z.array(z.object({ name: z.string(), type: z.string(), text: z.string() })) }),
  refusals: ["data_export.link_dead", "rate.limited"],
});
