import type { FastifyPluginAsync } from "fastify";
import type { AnyJob, Sweep } from "./jobs.ts";

/** A service as the composition root mounts and runs it. */
export interface ServiceApp {
  /** The routes of its part of the contract. */
  readonly plugin: FastifyPluginAsync;
  readonly jobs: readonly AnyJob[];
  readonly sweeps: readonly Sweep[];
}
