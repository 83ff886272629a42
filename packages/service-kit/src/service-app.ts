import type { FastifyPluginAsync } from "fastify";
import type { AnyJob, Sweep } from "./jobs.ts";

/** A service, built: what the composition root mounts and whose work it runs. */
export interface ServiceApp {
  /** Its part of the contract. */
  readonly plugin: FastifyPluginAsync;
  readonly jobs: readonly AnyJob[];
  readonly sweeps: readonly Sweep[];
}
