import type { Config } from "@foyer/service-kit/config";
import type { Logger } from "@foyer/service-kit/log";
import { type Claim, claimDataFolder, type Holder } from "./holder.ts";
import { restartDatabase } from "./open-database.ts";

/** Keeps the embedded database running and locked by this process, until it is released. */
export interface Keeper {
  release(): Promise<void>;
}

export interface KeeperOptions {
  readonly config: Config;
  readonly holder: Holder;
  readonly log: Logger;
  /** Called when another server has taken the folder, or the database cannot be started. */
  onLost(reason: string): void;
}

const TRIES = 20;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Restarts the stopped database and claims the folder again. Returns null if another server has it. */
async function takeBack({ config, holder, log }: KeeperOptions): Promise<Claim | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      const url = await restartDatabase(config);
      return await claimDataFolder(url, config.dataDir, holder);
    } catch (error) {
      if (attempt === TRIES) throw error;
      log.warn({ err: error }, "the database cannot be started yet");
      await pause(500);
    }
  }
}

/** Watches the claim and restarts a database that was killed, within seconds. */
export function keepDatabase(first: Claim, options: KeeperOptions): Keeper {
  let claim = first;
  let isReleased = false;
  const watch = async (): Promise<void> => {
    for (;;) {
      await claim.over;
      if (isReleased) return;
      options.log.error("the database ended; it is started again");
      const again = await takeBack(options);
      if (!again) return options.onLost("another server has taken the data folder");
      claim = again;
      options.log.warn("the database is back");
    }
  };
  watch().catch((error: unknown) => options.onLost(String(error)));
  return {
    release: async () => {
      isReleased = true;
      await claim.release();
    },
  };
}
