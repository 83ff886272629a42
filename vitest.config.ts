import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{apps,packages,bench,scripts}/**/*.test.{ts,tsx}", "e2e/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**", "e2e/journeys/**"],
    globalSetup: ["packages/testing/src/global-setup.ts"],
    // More than the two cores of the smallest machine, because many tests wait for processes, timeouts and leases.
    maxWorkers: 3,
    // Each file has its database and services of its own; only the modules are shared, which saves a third of the time.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
