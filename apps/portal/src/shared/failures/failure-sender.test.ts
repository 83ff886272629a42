import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { failureSender } from "./failure-sender.ts";
import { settings } from "../settings/settings.ts";

const fetched = vi.fn(async (_url: string, _request: { body: string }) => new Response());

// Replaced once, because the library keeps the first `fetch` that it finds.
beforeAll(() => {
  vi.stubGlobal("fetch", fetched);
  vi.stubGlobal("location", new URL("https://accounts.example/confirm-email?token=secret"));
});
afterAll(() => vi.unstubAllGlobals());

/** Reports one failure. Returns the address and the body of the report. */
async function sent(errorReportingDsn: string | null): Promise<{ url: string; body: string }> {
  fetched.mockClear();
  failureSender({ ...settings, errorReportingDsn })(new TypeError("no such seat"));
  await expect.poll(() => fetched.mock.calls.length).toBe(1);
  const [call] = fetched.mock.calls;
  return { url: call?.[0] ?? "", body: call?.[1].body ?? "" };
}

test("SHELL-09 a failure goes to the host that served the page, with the page's path and without its address", async () => {
  const { url, body } = await sent(null);
  expect(url).toBe("/err");
  expect(body).toContain("no such seat");
  expect(body).toContain("/confirm-email");
  expect(body).not.toContain("secret");
});

test("SHELL-09 a failure goes to the configured receiver", async () => {
  const { url } = await sent("https://key@failures.example/7");
  expect(url).toMatch(/^https:\/\/failures\.example\/api\/7\/envelope\//);
});
