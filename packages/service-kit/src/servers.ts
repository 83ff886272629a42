import { type ServerAddress, serversOf } from "./database-address.ts";

/** A request waits for this long altogether until a server takes its connection. */
export const PATIENCE_MS = 4_000;
const CONNECT_MAX_MS = 1_900;
const CONNECT_MIN_MS = 500;

/** The servers of one address: the one to connect to next, and the generation of trusted connections. */
export class Servers {
  readonly all: readonly ServerAddress[];
  /** Limit for connecting to each, so that the last one is reached within the patience of a request. */
  readonly connectMs: number;
  /** When a connection of the present generation last had an answer. */
  answeredAt = -Infinity;
  #at = 0;
  #generation = 0;

  constructor(url: string) {
    this.all = serversOf(url);
    this.connectMs = Math.min(CONNECT_MAX_MS, Math.max(CONNECT_MIN_MS, PATIENCE_MS / this.all.length));
  }

  get current(): ServerAddress {
    return this.all[this.#at] as ServerAddress;
  }

  /** Connections of an earlier generation are closed. */
  get generation(): number {
    return this.#generation;
  }

  /** Moves on to the next server. Concurrent failures at one server move on only once. */
  leave(server: ServerAddress): void {
    if (server === this.current) this.#at = (this.#at + 1) % this.all.length;
  }

  /** Stops using all connections of a server that takes no writes any more, or has fallen silent. */
  retire(server: ServerAddress): void {
    this.#generation++;
    this.leave(server);
  }
}
