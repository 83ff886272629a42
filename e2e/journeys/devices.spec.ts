import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { formatDate } from "@foyer/domain/dates";
import type { RunningSystem } from "@foyer/testing/running-system";
import { chromium, type Page } from "@playwright/test";
import { expectAccessible } from "../axe.ts";
import { aLicense, newCustomer, section } from "../customers.ts";
import { expect, test } from "../fixtures.ts";
import { chromiumWithCameras } from "../chromium-path.ts";
import { arrive } from "../people.ts";
import { newStaff } from "../staff.ts";
import { noteViolations } from "../policy-violations.ts";
import { qrPicture, writeQrVideo } from "../qr-pictures.ts";

/** The lines of a license with a seat of that person, whose key is in the mail. */
const license = (names: { username: string; mark: string }, more: object = {}) =>
  aLicense(names, {
    id: "task",
    product: "TASK-3",
    name: "Tasklight 3",
    held: true,
    key: `KEY-${names.mark}-ABCDEF`,
    ...more,
  });

/** Activates an app on a device over HTTP. @returns the activation. */
async function activate(system: RunningSystem, token: string, name: string, fingerprint: string) {
  const json = { product_id: "TASK", fingerprint, name, platform: "macOS", app_version: "3.2" };
  const { status, body } = await system.call("POST", "/api/1.1/activations/", { token, json });
  expect(status).toBe(201);
  return body.activation;
}

/** Asks for a file of the device of a request code. */
async function askForFile(page: Page) {
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Activate and download the file" }).click();
}

const camera = { v: 1, product: "TASK", fingerprint: "camera-fingerprint", name: "Camera PC", platform: "Windows" };
const codeOf = (said: object): string => Buffer.from(JSON.stringify(said)).toString("base64url");

test("WAL-09 WAL-10 WAL-22 the devices under a seat are seen, and freed after a question", async ({ page, system }) => {
  const person = await newCustomer(system, license);
  const token = await system.signIn(person.username, person.password);
  await arrive(page, person);
  const access = section(page, "App Access");
  await expect(access.getByText("0 of 3 devices")).toBeVisible();
  await expect(access.getByText("Covers up to Tasklight 3")).toBeVisible();
  await expect(access.getByRole("link", { name: "Download" })).toBeVisible();
  await expect(access.getByText("No device is activated.")).toBeVisible();
  await activate(system, token, "Studio Mac", "a".repeat(20));
  await activate(system, token, "Old <b>laptop</b>", "b".repeat(20));
  await page.reload();
  const devices = access.getByRole("list", { name: "Devices of Tasklight 3" });
  await expect(devices.getByRole("listitem")).toHaveCount(2);
  await expect(access.getByText("2 of 3 devices")).toBeVisible();
  await expect(devices.getByText("Version 3.2").first()).toBeVisible();
  await expectAccessible(page, "devices");
  await devices.getByRole("button", { name: "Free this device: Old <b>laptop</b>" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Free Old <b>laptop</b>?" });
  await expect(dialog.getByText("The app on that device stops at its next check")).toBeVisible();
  await expect(dialog.getByText("You can free 3 devices of this license now.")).toBeVisible();
  await expectAccessible(page, "freeing");
  await dialog.getByRole("button", { name: "Free this device" }).click();
  await expect(devices.getByRole("listitem")).toHaveCount(1);
  await expect(access.getByText("1 of 3 devices")).toBeVisible();
});

test("WAL-08 a manager frees the device of a member on the team page (FAULT-39)", async ({ page, person, system }) => {
  const manager = await newCustomer(system, (names) => [
    ...aLicense(names, { id: "task", product: "TASK-3", name: "Tasklight 3", seats: 3 }),
    { type: "seat", id: `seat-${names.mark}`, license: `task-${names.mark}`, username: person.username },
  ]);
  const member = await system.signIn(person.username, person.password);
  await activate(system, member, "Studio Mac", "c".repeat(20));
  await activate(system, member, "Lost laptop", "d".repeat(20));
  await arrive(page, manager);
  await page.getByRole("link", { name: "Manage Team" }).click();
  const devices = section(page, "Devices");
  const lost = devices.getByRole("row").filter({ hasText: "Lost laptop" });
  await expect(lost).toContainText(person.username);
  await expect(lost).toContainText("macOS, Version 3.2");
  await expectAccessible(page, "the devices of a team");
  await lost.getByRole("button", { name: "Free this device: Lost laptop" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Free Lost laptop?" });
  await expect(dialog.getByText(/You can free/)).toHaveCount(0);
  await dialog.getByRole("button", { name: "Free this device" }).click();
  await expect(lost).toHaveCount(0);
  await expect(devices.getByText("Studio Mac")).toBeVisible();
  const { body } = await system.call("GET", "/api/1.1/activations/", { token: member });
  expect(body.activations.filter(({ state }: { state: string }) => state === "live")).toHaveLength(1);
});

test("WAL-09 WAL-20 device names without a space, and more devices than one looks through, fit (FAULT-38)", async ({
  page,
  system,
}) => {
  const person = await newCustomer(system, ({ username, mark }) => {
    const until = { activation_limit: 60, activation_limit_until: "+9d" };
    const of = { license: `task-${mark}`, username, platform: "P".repeat(32), app_version: "V".repeat(32) };
    const own = license({ username, mark }, until);
    const devices = Array.from({ length: 60 }, (_, at) => ({
      ...of,
      type: "activation",
      id: `device-${mark}-${at}`,
      name: `${at}`.padStart(2, "0").padEnd(64, "W"),
      fingerprint: `device-${mark}-${at}`.padEnd(20, "x"),
    }));
    return [...own, ...devices];
  });
  await page.setViewportSize({ width: 360, height: 800 });
  await arrive(page, person);
  const devices = section(page, "App Access").getByRole("list", { name: "Devices of Tasklight 3" });
  await expect(devices.getByRole("listitem")).toHaveCount(10);
  const overflow = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBe(0);
  const [first] = await devices.getByRole("button").all();
  expect((await first?.boundingBox())?.x).toBeLessThan(200);
  await section(page, "App Access").getByRole("button", { name: "Show all 60 devices" }).click();
  await expect(devices.getByRole("listitem")).toHaveCount(60);
  await expect(devices.getByRole("listitem").nth(10)).toBeFocused();
  const [one] = await devices.getByRole("button").all();
  await one?.click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Free this device" }).click();
  await expect(devices.getByRole("listitem")).toHaveCount(59);
  await page.reload();
  // The account's activity names the device, too.
  await expect(page.getByText(/W{62} was freed/)).toBeVisible();
  expect(await overflow()).toBe(0);
  const token = await system.signIn(person.username, person.password);
  await activate(system, token, "Other", "another-fingerprint");
  const said = { v: 1, product: "TASK", fingerprint: "one-more-fingerprint" };
  await page.goto(`/activate-offline?code=${codeOf(said)}`);
  await askForFile(page);
  await expect(page.getByRole("button", { name: /^Replace / })).toHaveCount(10);
  await page.getByRole("button", { name: "Show all 60 devices" }).click();
  await expect(page.getByRole("button", { name: /^Replace / })).toHaveCount(60);
  expect(await overflow()).toBe(0);
  const staff = await newStaff(system);
  const lowered = { limit: null, reason: "The raised limit was a mistake." };
  const asStaff = { token: await system.signIn(staff.username, staff.password), json: lowered };
  const [{ registration_id: id }] = (await system.call("GET", "/api/1.1/activations/", { token })).body.limits;
  expect((await system.call("POST", `/api/1.1/admin/licenses/${id}/device_limit/`, asStaff)).status).toBe(200);
  await page.goto("/");
  const above =
    "60 devices in use. The limit is 3 now, so no other device can be activated until 58 devices are freed.";
  await expect(section(page, "App Access").getByText(above)).toBeVisible();
  expect(await overflow()).toBe(0);
});

test("WAL-15 WAL-16 where freed devices that work offline keep all places, it says so", async ({ page, system }) => {
  const person = await newCustomer(system, ({ username, mark }) => [
    ...license({ username, mark }),
    ...["a", "b", "c"].map((device) => ({
      type: "activation",
      id: `${device}-${mark}`,
      license: `task-${mark}`,
      username,
      fingerprint: `${device}-fingerprint-${mark}`,
      ended: "-1h",
      offline_until: "+5d",
    })),
  ]);
  await arrive(page, person);
  await page.goto(`/activate-offline?code=${codeOf({ v: 1, product: "TASK", fingerprint: "fourth-fingerprint" })}`);
  await askForFile(page);
  await expect(page.getByText("by others, or by freed devices that still work offline")).toBeVisible();
});

test("WAL-16 WAL-18 a device without network gets its file for a named seat, and keys are mailed (FAULT-38)", async ({
  page,
  system,
}) => {
  const person = await newCustomer(system, (who) => {
    const second = license({ ...who, mark: `2-${who.mark}` });
    return [...license(who), ...second];
  });
  const now = await system.now();
  const said = { v: 1, product: "TASK", fingerprint: "offline-fingerprint", name: "Lab PC", platform: "Windows" };
  // Signed out, by the address that a QR code leads to: sign in first, the code is kept.
  await page.goto(`/activate-offline?code=${codeOf(said)}`);
  await page.getByLabel("Account name").fill(person.username);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  const code = page.getByLabel("Request code");
  await expect(code).toHaveValue(codeOf(said));
  for (const [typed, sentence] of [
    [codeOf({ ...said, v: 2 }), "This code is from a newer version of the app"],
    [codeOf({ ...said, product: "NOTES" }), "This code is from an app that cannot be activated here"],
    [codeOf(said).slice(0, -8), "This code is incomplete or has been changed"],
    ["A".repeat(2_100), "This is longer than a request code can be"],
  ] as const) {
    await code.fill(typed);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText(sentence)).toBeVisible();
  }
  const file = { name: "request.txt", mimeType: "text/plain", buffer: Buffer.from(`${codeOf(said)}\n`) };
  await page.locator("input[type=file]").setInputFiles(file);
  await expect(code).toHaveValue(codeOf(said));
  await expectAccessible(page, "activate-offline");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "This device asks for a file" })).toBeVisible();
  await expect(page.getByText("Lab PC")).toBeVisible();
  const seat = page.getByText(/^Tasklight 3, managed by .+ \(license task-.+\)$/);
  const named = await seat.textContent();
  await expectAccessible(page, "a device asks");
  const inDays = (days: number): string => formatDate(new Date(now.getTime() + days * 86_400_000));
  await expect(page.getByText(`${inDays(30)}: after 30 days`)).toBeVisible();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Activate and download the file" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("lab-pc.machine");
  expect(await readFile(await download.path(), "utf8")).toContain("-----BEGIN MACHINE FILE-----");
  await expect(page.getByRole("heading", { name: "The file is downloading" })).toBeVisible();
  await expect(page.getByText(`It works there until ${inDays(30)}.`)).toBeVisible();
  await expect(seat).toHaveText(named ?? "");
  await expectAccessible(page, "the file");
  // The paid period ends earlier.
  const paid = await newCustomer(system, (other) => license(other, { expires_date: "+5d" }));
  await arrive(page, paid, `/activate-offline?code=${codeOf(said)}`);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText(`${inDays(5)}: after 30 days, or earlier with the paid time`)).toBeVisible();
  await page.getByRole("button", { name: "Activate and download the file" }).click();
  await expect(page.getByText(`It works there until ${inDays(5)}.`)).toBeVisible();
  await arrive(page, person);

  await page.goto("/");
  await section(page, "Legacy License Keys").getByRole("link", { name: "Find my keys" }).click();
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText(`We sent an email to ${person.email}`)).toBeVisible();
  await expectAccessible(page, "keys mailed");
  const [mail] = await system.mails(person.email, 1);
  expect(mail?.text).toContain("Tasklight 3: key ending in ABCDEF");
});

test("WAL-16 a code that was typed is kept while the session ends, and a device whose file works is not offered for replacing", async ({
  page,
  system,
}) => {
  const person = await newCustomer(system, license);
  const token = await system.signIn(person.username, person.password);
  for (const name of ["Desk", "Lab", "Bag"]) {
    const { id } = await activate(system, token, name, `${name}-fingerprint-0`);
    const json = { days: 5, fingerprint: `${name}-fingerprint-0` };
    if (name === "Lab") await system.call("POST", `/api/1.1/activations/${id}/file/`, { token, json });
  }
  await arrive(page, person, "/activate-offline");
  const code = page.getByLabel("Request code");
  await code.fill(codeOf(camera));
  const session = await page.evaluate(() => localStorage.getItem("foyer.session"));
  const { accessToken } = JSON.parse(session ?? "{}");
  await system.call("GET", "/api/1.1/signout/", { token: accessToken });
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Account name").fill(person.username);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(code).toHaveValue(codeOf(camera));
  await askForFile(page);
  await expect(page.getByText(/^Lab works offline until .*, and keeps its place until then\.$/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Replace/ })).toHaveCount(2);
  await page.getByRole("button", { name: "Replace Bag" }).click();
  await expect(page.getByRole("heading", { name: "The file is downloading" })).toBeVisible();
});

test("WAL-16 a request code comes from a picture of its QR code, also where there is no camera", async ({
  page,
  system,
}) => {
  const person = await newCustomer(system, license);
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException("Requested device not found", "NotFoundError");
    };
  });
  await arrive(page, person, "/activate-offline");
  const code = page.getByLabel("Request code");
  const choose = (buffer: Buffer, mimeType = "image/bmp") =>
    page.locator("input[type=file]").setInputFiles({ name: "code.bmp", mimeType, buffer });
  await page.getByRole("button", { name: "Scan a QR code" }).click();
  const dialog = page.getByRole("dialog", { name: "Scan the QR code" });
  await expect(dialog.getByText("No camera was found. Choose a picture of the QR code instead.")).toBeVisible();
  await page.keyboard.press("Escape");
  await choose(Buffer.from("no picture"));
  await expect(page.getByText("This file cannot be read.")).toBeVisible();
  await choose(qrPicture(null));
  await expect(page.getByText("There is no QR code in this picture.")).toBeVisible();
  await choose(qrPicture(codeOf(camera)));
  await expect(code).toHaveValue(codeOf(camera));
  await expect(page.getByText("The QR code was read.")).toBeVisible();
  await code.fill("");
  // The code as a link, as a phone would open it.
  await choose(qrPicture(`${system.url}/activate-offline?code=${codeOf(camera)}`));
  await expect(code).toHaveValue(codeOf(camera));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Camera PC")).toBeVisible();
});

test("WAL-16 a request code comes from the camera, which is asked for only after a click and is off afterwards", async ({
  system,
}) => {
  const executablePath = chromiumWithCameras();
  test.skip(executablePath === null, "the headless shell has no cameras; install the package chromium");
  const person = await newCustomer(system, license);
  const folder = await mkdtemp(path.join(os.tmpdir(), "camera-"));
  const video = path.join(folder, "code.y4m");
  await writeQrVideo(video, codeOf(camera));
  const args = ["--no-sandbox", "--use-fake-device-for-media-stream", `--use-file-for-fake-video-capture=${video}`];
  const browser = await chromium.launch({ executablePath: executablePath ?? "", args });
  const context = await browser.newContext({ baseURL: system.url });
  const violations = await noteViolations(context);
  await context.addInitScript(() => {
    const media = navigator.mediaDevices;
    const ask = media.getUserMedia.bind(media);
    const cameras: MediaStream[] = [];
    Object.assign(globalThis, { cameras });
    media.getUserMedia = async (wanted) => {
      const stream = await ask(wanted);
      cameras.push(stream);
      return stream;
    };
  });
  const page = await context.newPage();
  await arrive(page, person, "/activate-offline");
  const scan = page.getByRole("button", { name: "Scan a QR code" });
  await scan.click();
  const dialog = page.getByRole("dialog", { name: "Scan the QR code" });
  await expect(dialog.getByText("The browser does not let this page use the camera.")).toBeVisible();
  await expectAccessible(page, "camera refused");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await context.grantPermissions(["camera"]);
  await scan.click();
  await expect(page.getByLabel("Request code")).toHaveValue(codeOf(camera));
  await expect(dialog).toBeHidden();
  await expect(scan).toBeFocused();
  const tracks = await page.evaluate(() =>
    (globalThis as unknown as { cameras: MediaStream[] }).cameras.flatMap((stream) =>
      stream.getTracks().map((track) => track.readyState),
    ),
  );
  expect(tracks).toEqual(["ended"]);
  expect(violations).toEqual([]);
  await browser.close();
  await rm(folder, { recursive: true });
});

test("WAL-24 a manager sees the day of the last use, and filters seats that nobody used for 60 days", async ({
  page,
  system,
}) => {
  const person = await newCustomer(system, (names) => [
    ...aLicense(names, { id: "team", product: "TASK-3", name: "Tasklight 3", seats: 3 }),
    ...[names.username, `idle${names.mark}`].map((username) => ({
      type: "seat",
      id: `seat-${username}`,
      license: `team-${names.mark}`,
      username,
      created: "-200d",
    })),
    { type: "account", username: `idle${names.mark}`, email: `idle${names.mark}@oak.example` },
  ]);
  const token = await system.signIn(person.username, person.password);
  await activate(system, token, "Desk", "f".repeat(20));
  await arrive(page, person);
  await section(page, "Team Management")
    .getByRole("link", { name: /^Manage Team/ })
    .click();
  const table = page.getByRole("table", { name: /Seats/ });
  const uses = table.getByRole("cell", { name: /^(\w{3} \d\d, \d{4}|Never)$/ });
  await table.getByRole("button", { name: "Last used" }).click();
  await expect(uses).toHaveText(["Never", /^\w{3} \d\d, \d{4}$/]);
  await expect(table.getByRole("cell", { name: "Active", exact: true })).toHaveCount(2);
  await expect(table.getByRole("row")).toHaveCount(3);
  await page.getByRole("button", { name: "Not used for 60 days (1)" }).click();
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(table.getByText(`idle${person.mark}@oak.example`)).toBeVisible();
  await expectAccessible(page, "not used");
});
