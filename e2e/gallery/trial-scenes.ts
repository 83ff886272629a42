import type { ManagedLicense } from "@foyer/contract/licenses";
import type { PersonalSeat } from "@foyer/contract/seats";
import type { Page } from "@playwright/test";
import { goOn, newcomer, of, offer } from "./buy-scenes.ts";
import { managersReplies, perpetualTeam } from "./people.ts";
import { type Scene, shows } from "./scene.ts";
import { seatsOf } from "./team-scenes.ts";

const plan = "PLAN-4-SUB-ANNUAL-WEB";
const offered = { ...newcomer, path: `/buy?plan=${plan}` };

const trial = (id: string, ends: string, more: Partial<ManagedLicense> = {}): ManagedLicense => ({
  ...perpetualTeam,
  id,
  registration_id: id,
  description: "Plotline 4",
  products: ["Plotline 4"],
  product_id: "PLAN-4-TRIAL-WEB",
  expires_date: `${ends}T09:30:00Z`,
  total_seats: 5,
  used_seats: 2,
  invited_seats: 1,
  available_seats: 3,
  trial: { buy_plan: plan, deleted_at: "2027-02-04T09:30:00Z" },
  ...more,
});
const seat: PersonalSeat = {
  id: "L20",
  registration_id: "L20",
  description: "Plotline 4",
  product_id: "PLAN-4-TRIAL-WEB",
  purchase_type: "trial",
  owners: ["maren@birchworks.example"],
  expires_date: "2099-12-06T09:30:00Z",
  seats: [{ id: "s20", username: "maren", email: "maren@birchworks.example", status: "active", short_url: null }],
};
const toAccess = (page: Page): Promise<void> =>
  page.getByRole("heading", { name: "App Access" }).evaluate((heading) => heading.scrollIntoView());
const account: Pick<Scene, "path" | "signedIn" | "viewportOnly" | "replies"> = {
  path: "/",
  signedIn: true,
  viewportOnly: true,
  replies: {
    ...managersReplies,
    listManagedLicenses: {
      managed_team_licenses: [
        trial("L20", "2099-12-06"),
        trial("L21", "2099-12-20", { description: "Outlinear 5", product_id: "OUTLINE-5-TRIAL-WEB" }),
        trial("L22", "2020-12-06", { description: "Tasklight 3", product_id: "TASK-3-TRIAL-WEB" }),
      ],
    },
    listPersonalSeats: { seats: [seat] },
  },
};

async function toStart(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Try it for 14 days, no card" }).click();
  await page.getByRole("button", { name: "Start the trial" }).waitFor();
}
async function start(page: Page): Promise<void> {
  await toStart(page);
  await page.getByRole("button", { name: "Start the trial" }).click();
}
const started = {
  status: "success",
  trial: {
    registration_id: "L20",
    product_id: "PLAN-4-TRIAL-WEB",
    description: "Plotline 4",
    seats: 5,
    ends_at: "2026-12-06T09:30:00Z",
    deleted_at: "2027-02-04T09:30:00Z",
  },
} as const;

/** The review of a trial with so many seats, one of them invited, and of a purchase of 25. */
const trialWith = (used: number) =>
  of(
    { ...offer, trial: { used_seats: used } },
    { listSeats: { seats: seatsOf({ ...perpetualTeam, used_seats: used, invited_seats: 1 }, 1) } },
  );
async function choose(page: Page): Promise<void> {
  await goOn(page);
  await page.getByRole("button", { name: "Choose who loses a seat" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("row").nth(1).getByRole("checkbox").check();
  await dialog.getByText("All chosen").waitFor();
}

/** Trials without a card. */
export const trialScenes: readonly Scene[] = [
  { ...offered, name: "trial-offer", ready: shows("Try it for 14 days") },
  { ...offered, name: "trial-start", ready: shows("Try it for 14 days"), act: toStart },
  {
    ...offered,
    name: "trial-used",
    replies: { ...newcomer.replies, startTrial: { refusal: "trial.used" } },
    ready: shows("Try it for 14 days"),
    act: async (page) => {
      await start(page);
      await page.getByRole("alert").waitFor();
    },
  },
  {
    ...offered,
    name: "trial-started",
    replies: { ...newcomer.replies, startTrial: started },
    ready: shows("Try it for 14 days"),
    act: start,
  },
  { ...trialWith(3), name: "trial-review", ready: shows("Choose your plan") },
  { ...trialWith(28), name: "trial-review-too-few", ready: shows("Choose your plan") },
  { ...trialWith(28), name: "trial-review-choose", ready: shows("Choose your plan"), act: choose },
  {
    ...trialWith(28),
    name: "trial-review-chosen",
    ready: shows("Choose your plan"),
    act: async (page) => {
      await choose(page);
      await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
      await page.getByText("lose access when you pay: ").waitFor();
    },
  },
  { ...account, name: "trial-account", ready: shows("Trial ended on"), act: toAccess },
  {
    ...account,
    name: "trial-invite",
    ready: shows("Trial ended on"),
    act: async (page) => {
      await page.getByRole("button", { name: "Invite people to Plotline 4" }).click();
      await page.getByLabel("Email addresses").fill("a@x.example, b@x.example, c@x.example, d@x.example");
      await page.getByRole("dialog").getByRole("button", { name: "Invite", exact: true }).click();
    },
  },
];
