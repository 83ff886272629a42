import { createHmac } from "node:crypto";
import { expect } from "../fixtures.ts";
import { newStaff, openArea, test } from "../staff.ts";

const STEP_SECONDS = 30;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** What an authenticator app shows at a time (RFC 6238). */
function codeOf(secret: string, at: number): string {
  const bits = Array.from(secret, (letter) => LETTERS.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 1000 / STEP_SECONDS)));
  const digest = createHmac("sha1", key).update(counter).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 0xf) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

test("R-12 staff set up a second factor in the area; from then on sign-in asks for a code, which works once", async ({
  page,
  system,
}) => {
  const staff = await newStaff(system);
  const now = async () => Date.parse((await system.call("GET", "/sandbox/clock")).body.now);
  await openArea(page, staff);
  await expect(page.getByText("Your account has no second factor.")).toBeVisible();
  await page.getByRole("link", { name: "Set it up" }).click();
  await page.getByRole("button", { name: "Set it up" }).click();
  const secret = (await page.getByText(/^[A-Z2-7]{32,}$/).textContent()) ?? "";
  const spent = codeOf(secret, await now());
  await page.getByLabel("Code").fill(spent);
  await page.getByRole("button", { name: "Turn it on" }).click();
  await expect(page.getByText("Keep these recovery codes in a safe place")).toBeVisible();
  await page.getByRole("link", { name: "Go on to the staff area" }).click();
  await expect(page.getByRole("searchbox")).toBeVisible();
  await expect(page.getByText("Your account has no second factor.")).toBeHidden();

  const { username, password } = staff;
  const tryCode = async (otp?: string) =>
    (await system.call("POST", "/api/1.1/signin/", { json: { username, password, ...(otp ? { otp } : {}) } })).status;
  expect(await tryCode()).toBe(401);
  expect(await tryCode(spent)).not.toBe(200);
  await system.advance(2 * STEP_SECONDS);
  const fresh = codeOf(secret, await now());
  expect(await tryCode(fresh)).toBe(200);
  expect(await tryCode(fresh)).not.toBe(200);
});
