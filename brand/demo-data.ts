import { account, colleague, device, held, type DemoLine } from "./demo-lines.ts";
import { demoPeople } from "./demo-people.ts";
import { brightwell, harbourline, studioElm } from "./demo-teams.ts";

function smallTeams(): DemoLine[] {
  const [first, second, third] = demoPeople(21, 3, "mail.example");
  const people = [first, second, third].filter((person) => person !== undefined);
  return [
    account("erin", { created: "-300d" }),
    {
      type: "license",
      id: "lic-erin",
      owners: ["erin"],
      product_id: "OUTLINE-5-SUB-MONTHLY-WEB",
      description: "Outlinear 5",
      total_seats: 4,
      registration_date: "-200d",
    },
    { type: "subscription", license: "lic-erin", cancel_at_period_end: true, current_period_end: "+12d" },
    held("lic-erin", 1, { username: "erin" }, { created: "-200d" }),
    {
      type: "license",
      id: "lic-erin-plan",
      owners: ["erin"],
      product_id: "PLAN-4-SUB-MONTHLY-WEB",
      description: "Plotline 4",
      total_seats: 2,
      registration_date: "-290d",
    },
    { type: "subscription", license: "lic-erin-plan", status: "canceled", current_period_end: "-20d" },
    held("lic-erin-plan", 1, { username: "erin" }, { created: "-290d" }),

    account("pavel", { created: "-250d" }),
    {
      type: "license",
      id: "lic-pavel",
      owners: ["pavel"],
      product_id: "TASK-3-SUB-MONTHLY-WEB",
      description: "Tasklight 3",
      total_seats: 5,
      registration_date: "-240d",
    },
    { type: "subscription", license: "lic-pavel", status: "past_due", card: "4000000000000341" },
    held("lic-pavel", 1, { username: "pavel" }, { created: "-240d" }),
    ...people.flatMap((person, index) => [
      colleague(person, "-200d"),
      held("lic-pavel", index + 2, person, { created: `-${199 - index}d` }),
    ]),
  ];
}

/** Six seats of the older version, five held; upgrades for four of them. */
function upgrades(): DemoLine[] {
  const people = demoPeople(24, 4, "una-and-friends.example");
  return [
    account("una", { created: "-1300d" }),
    ...people.map((person) => colleague(person, "-1100d")),
    {
      type: "license",
      id: "lic-una",
      owners: ["una"],
      product_id: "DIAGRAM-6",
      description: "Diagrammer Oak 6",
      total_seats: 6,
      upgrades_remaining: 2,
      registration_date: "-1250d",
      key: "OAK6-UNA0-0006",
    },
    held("lic-una", 1, { username: "una" }, { created: "-1250d" }),
    ...people.map((person, index) => held("lic-una", index + 2, person, { created: `-${1_099 - index}d` })),
    {
      type: "upgrade",
      id: "lic-una-7",
      from_license: "lic-una",
      product_id: "DIAGRAM-7",
      description: "Diagrammer Oak 7",
      upgrades_available: 4,
      total_seats: 6,
    },
  ];
}

function keys(): DemoLine[] {
  const owner = "Liam Moss";
  return [
    account("liam", { created: "-2000d" }),
    {
      type: "license",
      id: "lic-liam",
      owners: ["liam"],
      product_id: "OUTLINE-3-LEGACY",
      description: "Outlinear 3",
      registration_date: "-1900d",
      key: "OUT3-5T9K-DEMO",
      key_owner: owner,
    },
    {
      type: "license_key",
      key: "OUT3-5T9K-DEMO",
      owner,
      product_id: "OUTLINE-3-LEGACY",
      description: "Outlinear 3",
      license: "lic-liam",
    },
    {
      type: "license_key",
      key: "OUT4-7Q2M-DEMO",
      owner,
      product_id: "OUTLINE-4-LEGACY",
      description: "Outlinear 4",
      seats: 2,
      upgrades_remaining: 2,
    },
    {
      type: "license_key",
      key: "OUT2-0LD5-DEMO",
      owner,
      product_id: "OUTLINE-2-LEGACY",
      description: "Outlinear 2",
      eligible: false,
    },
  ];
}

function singles(): DemoLine[] {
  const own = (id: string, product: string, description: string, more: DemoLine = {}): DemoLine => ({
    type: "license",
    id,
    owners: ["olive"],
    product_id: product,
    description,
    ...more,
  });
  return [
    account("olive", { created: "-640d" }),
    own("lic-olive-task", "TASK-3", "Tasklight 3", { registration_date: "-600d", key: "TSK3-0L1V-E000" }),
    held("lic-olive-task", 1, { username: "olive" }, { created: "-600d" }),
    device("lic-olive-task", { username: "olive" }, "Studio Mac", {
      platform: "macOS",
      app_version: "3.2.0",
      created: "-420d",
      last_seen: "-1d",
    }),
    device("lic-olive-task", { username: "olive" }, "Travel laptop", {
      platform: "Windows",
      app_version: "3.1.4",
      created: "-60d",
      last_seen: "-9d",
      offline_until: "+12d",
    }),
    own("lic-olive-store", "OUTLINE-5-SUB-ANNUAL-IAP", "Outlinear 5", {
      registration_date: "-100d",
      expires_date: "+265d",
    }),
    held("lic-olive-store", 1, { username: "olive" }, { created: "-100d" }),
    own("lic-olive-trial", "PLAN-4-TRIAL", "Plotline 4", { registration_date: "-3d", expires_date: "+11d" }),
    held("lic-olive-trial", 1, { username: "olive" }, { created: "-3d" }),
    account("frank", { created: "-2500d", is_staff: true }),
    account("carol", { created: "-1000d", state: 300, password: "carol-demo-1" }),
  ];
}

/** The demo's import file: the same text each time it is made. */
export function demoData(): string {
  const parts: [string, DemoLine[]][] = [
    ["A team on a yearly plan", brightwell()],
    ["A team that was bought for good", studioElm()],
    ["Monthly plans: one set to end, one ended, one past due", smallTeams()],
    ["Upgrades that wait", upgrades()],
    ["Legacy keys", keys()],
    ["People by themselves, a member of the staff, a closed account", singles()],
    ["A large team on a yearly plan, with fewer seats after the renewal", harbourline()],
  ];
  const head =
    "# The demo of `npm start`, made by `brand/demo-data.ts`. Who can sign in stands in `brand/demo-sign-ins.ts`.\n";
  return (
    head +
    parts.map(([title, lines]) => `\n# ${title}\n${lines.map((line) => `${JSON.stringify(line)}\n`).join("")}`).join("")
  );
}
