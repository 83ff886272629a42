import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { instant, success } from "./wire-values.ts";

/** How far the gathering of the own data is. */
export const dataExport = z.object({
  requested: instant,
  parts_done: z.int(),
  parts: z.int(),
  /** Until when the mailed link works; null while it is being gathered. */
  ready_until: instant.nullable(),
});
export type DataExport = z.infer<typeof dataExport>;

/** Says how far the newest gathering of the own data is; null where there is none. */
export const readDataExport = endpoint("readDataExport", {
  access: "person",
  summary: "Read how far the gathering of the own data is",
  reply: z.object({ export: dataExport.nullable(), next_possible: instant.nullable() }),
});

/** Gathers everything that is kept about the person, in the background; a link to it is mailed. Once a day. */
export const startDataExport = endpoint("startDataExport", {
  access: "person",
  summary: "Gather everything that is kept about oneself",
  reply: success.extend({ export: dataExport }),
  refusals: ["limit.reached"],
});

/** Gives the gathered data to whoever has the mailed link and is signed in to its account. */
export const downloadData = endpoint("downloadData", {
  access: "person",
  keepsNoKey: true,
  summary: "Download the own data by the mailed link",
  body: z.object({ token: z.string() }),
  reply: z.object({ files: z.array(z.object({ name: z.string(), type: z.string(), text: z.string() })) }),
  refusals: ["data_export.link_dead", "rate.limited"],
});
