import { createLog } from "@foyer/service-kit/log";
import type { OpenDatabase } from "../data-folder/open-database.ts";
import { paymentProviderOf } from "../services/purchase-part.ts";
import { layFoundations } from "../system.ts";
import type { Installation } from "./import-file.ts";

/** Runs `work` with the real payment provider, for an import without a running system. */
export async function withProvider<T>(
  installation: Installation,
  database: OpenDatabase,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const { config, brand } = installation;
  const log = createLog({ level: config.logLevel });
  const foundations = await layFoundations({ config, database, brand, log });
  try {
    return await work({ ...installation, provider: paymentProviderOf(foundations) });
  } finally {
    await foundations.close();
  }
}
