import { account, colleague, device, held, invited, type DemoLine } from "./demo-lines.ts";
import { demoPeople } from "./demo-people.ts";

/** 25 seats, 18 used: the manager, a known holder, 13 colleagues, and 3 invitations, one of them old. */
export function brightwell(): DemoLine[] {
  const license = "lic-brightwell";
  const people = demoPeople(0, 16, "brightwell.example");
  const colleagues = people.slice(0, 13);
  return [
    account("maya", { created: "-900d", cards: ["4242424242424242", "5555555555554444"] }),
    account("sam", { created: "-420d" }),
    ...colleagues.map((person, index) => colleague(person, `-${400 - index * 20}d`)),
    {
      type: "license",
      id: license,
      owners: ["maya"],
      product_id: "OUTLINE-5-SUB-ANNUAL-WEB",
      description: "Outlinear 5",
      products: ["Outlinear 5 for Mac", "Outlinear 5 for iPad", "Outlinear Web"],
      total_seats: 25,
      registration_date: "-500d",
    },
    { type: "subscription", license, current_period_end: "+74d", tax_percent: 8.5 },
    held(license, 1, { username: "maya" }, { created: "-500d" }),
    held(license, 2, { username: "sam" }, { created: "-419d" }),
    ...colleagues.map((person, index) => held(license, index + 3, person, { created: `-${399 - index * 20}d` })),
    ...people
      .slice(13)
      .map((person, index) => invited(license, index + 16, person, { created: `-${[3, 12, 41][index]}d` })),
    device(license, { username: "maya" }, "Maya's MacBook", macOf("-300d", "-1d")),
    device(license, { username: "maya" }, "Maya's iPad", { ...macOf("-120d", "-4d"), platform: "iPadOS" }),
    device(license, { username: "sam" }, "Sam's MacBook", macOf("-200d", "-2d")),
    // The other seats are not used, or not for a long time.
    ...colleagues
      .slice(0, 7)
      .map((person, index) =>
        device(license, person, "MacBook", macOf("-150d", `-${[1, 1, 3, 5, 12, 75, 90][index]}d`)),
      ),
  ];
}

/** A Mac with the app. */
const macOf = (created: string, lastSeen: string): DemoLine => ({
  platform: "macOS",
  app_version: "5.4.1",
  created,
  last_seen: lastSeen,
});

/** 2,200 seats, 2,174 used: some expire at the renewal, which a recorded decrease has made smaller. */
export function harbourline(): DemoLine[] {
  const license = "lic-harbourline";
  const people = demoPeople(28, 2_173, "harbourline.example");
  const active = people.slice(0, 2_049);
  const expiring = people.slice(2_049, 2_123);
  const since = (index: number) => `-${1_050 - Math.floor(index / 2.5)}d`;
  return [
    account("priya", { created: "-1200d" }),
    ...[...active, ...expiring].map((person, index) => colleague(person, since(index))),
    {
      type: "license",
      id: license,
      owners: ["priya"],
      product_id: "OUTLINE-5-SUB-ANNUAL-WEB",
      description: "Outlinear 5 for Mac",
      products: ["Outlinear 5 for Mac"],
      total_seats: 2_200,
      registration_date: "-1100d",
    },
    { type: "subscription", license, quantity: 2_126, current_period_end: "+23d" },
    held(license, 1, { username: "priya" }, { created: "-1100d" }),
    ...active.map((person, index) => held(license, index + 2, person, { created: since(index) })),
    ...expiring.map((person, index) =>
      held(license, index + 2_051, person, { status: "expiring", created: since(index + 2_049) }),
    ),
    ...people
      .slice(2_123)
      .map((person, index) => invited(license, index + 2_125, person, { created: `-${index % 28}d` })),
  ];
}

/** A perpetual license of ten seats, six of them held, and a larger, older team that is archived. */
export function studioElm(): DemoLine[] {
  const license = "lic-studio-elm";
  const people = demoPeople(16, 5, "studio-elm.example");
  return [
    account("theo", { created: "-1500d" }),
    ...people.map((person, index) => colleague(person, `-${700 - index * 40}d`)),
    {
      type: "license",
      id: license,
      owners: ["theo"],
      product_id: "DIAGRAM-7",
      description: "Diagrammer Oak 7",
      products: ["Diagrammer Oak 7"],
      total_seats: 10,
      upgrades_remaining: 10,
      registration_date: "-800d",
      key: "OAK7-E1M5-T3AM",
      key_owner: "Studio Elm",
    },
    held(license, 1, { username: "theo" }, { created: "-800d" }),
    ...people.map((person, index) => held(license, index + 2, person, { created: `-${699 - index * 40}d` })),
    {
      type: "license",
      id: "lic-studio-elm-plan",
      owners: ["theo"],
      product_id: "PLAN-4",
      description: "Plotline 4",
      total_seats: 3,
      registration_date: "-1400d",
    },
  ];
}
