import { randomUUID } from "node:crypto";
import { addressFor } from "@foyer/testing/caller-address";
import { type RunningSystem, startFoyer } from "@foyer/testing/running-system";
import { expect, test as base } from "@playwright/test";
import { type NewPerson, newPerson } from "./people.ts";
import { noteViolations } from "./policy-violations.ts";

interface Fixtures {
  /** An account for this test only. */
  person: NewPerson;
}

interface WorkerFixtures {
  /** The whole product: real services, real database, sandboxes instead of mail and payment provider. */
  system: RunningSystem;
}

/** A test in a real browser with the whole product; each worker starts the product once, on its own port and folder. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  system: [
    // oxlint-disable-next-line no-empty-pattern -- the tool wants a pattern here
    async ({}, give) => {
      const system = await startFoyer();
      await give(system);
      await system.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  // Each test's browser has its own network, like real people.
  // oxlint-disable-next-line no-empty-pattern -- the tool wants a pattern here
  extraHTTPHeaders: async ({}, give) => await give({ "x-forwarded-for": addressFor(randomUUID()) }),
  baseURL: async ({ system }, give) => await give(system.url),
  // no page of a journey violates the content policy.
  context: async ({ context }, give) => {
    const violations = await noteViolations(context);
    await give(context);
    expect(violations).toEqual([]);
  },
  person: async ({ system }, give) => await give(await newPerson(system)),
});

export { expect } from "@playwright/test";
