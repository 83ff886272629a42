import type { Config } from "@foyer/service-kit/config";
import type { Logger } from "@foyer/service-kit/log";
import { type Claim, claimDataFolder, type Holder } from "./holder.ts";
import { restartDatabase } from "./open-database.ts";

/** Keeps the embedded database running and held by us, until it is released. */
export interface Keeper {
  release(): Promise<void>;
}

export interface KeeperOptions {
  readonly config: Config;
  readonly holder: Holder;
  readonly log: Logger;
  /** Another server has taken the folder meanwhile, or the database cannot be started any more. */
  onLost(reason: string): void;
}

const TRIES = 20;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Starts the database that ended under us and claims the folder again; null when somebody else has it. */
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

/** Watches over `first`: a database that was killed is up again within seconds, without a hand. */
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
