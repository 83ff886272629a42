import type { Brand } from "@foyer/contract/brand";

const plan = (
  product: "TASK" | "DIAGRAM" | "OUTLINE" | "PLAN",
  version: number,
  name: string,
  monthlyCents: number,
  yearlyCents: number,
): Brand["plans"] => [
  {
    id: `${product}-${version}-SUB-ANNUAL-WEB`,
    amountCents: yearlyCents,
    currency: "usd",
    interval: "year",
    product,
    nickname: `${name} ${version}, yearly`,
  },
  {
    id: `${product}-${version}-SUB-MONTHLY-WEB`,
    amountCents: monthlyCents,
    currency: "usd",
    interval: "month",
    product,
    nickname: `${name} ${version}, monthly`,
  },
];

/** The vendor of the demo: it sells four programs, and exists nowhere else. */
export const brand: Brand = {
  provider: "Fernhill",
  company: "Fernhill Software",
  accountsTitle: "Fernhill Accounts",
  accent: "#2f6f4f",
  contacts: {
    support: "support@fernhill.example",
    sales: "sales@fernhill.example",
    mailFrom: "accounts@fernhill.example",
  },
  links: {
    legal: "https://www.fernhill.example/legal",
    terms: "https://www.fernhill.example/legal/terms",
    privacy: "https://www.fernhill.example/legal/privacy",
    support: "https://support.fernhill.example",
  },
  menus: {
    products: [
      { label: "Tasklight", href: "https://www.fernhill.example/tasklight" },
      { label: "Diagrammer Oak", href: "https://www.fernhill.example/diagrammer-oak" },
      { label: "Outlinear", href: "https://www.fernhill.example/outlinear" },
      { label: "Plotline", href: "https://www.fernhill.example/plotline" },
    ],
    company: [
      { label: "About Fernhill", href: "https://www.fernhill.example/about" },
      { label: "News", href: "https://www.fernhill.example/news" },
      { label: "Jobs", href: "https://www.fernhill.example/jobs" },
    ],
    help: [
      { label: "Support", href: "https://support.fernhill.example" },
      { label: "Manuals", href: "https://support.fernhill.example/manuals" },
      { label: "System status", href: "https://status.fernhill.example" },
      { label: "Write to us", href: "mailto:support@fernhill.example" },
    ],
  },
  copyrightYears: { from: 1994, to: 2024 },
  seller: {
    name: "Fernhill Software Ltd",
    address: ["7 Orchard Lane", "Hay-on-Wye HR3 5AA", "United Kingdom"],
    taxId: "GB 000 0000 00",
  },
  products: [
    {
      code: "TASK",
      name: "Tasklight",
      kind: "task_manager",
      supportedVersion: 3,
      activation: { counts: "seat", limit: 3, offlineDays: 30, freesPer30Days: 3 },
      downloads: { "3": "https://www.fernhill.example/tasklight/download" },
    },
    { code: "DIAGRAM", name: "Diagrammer Oak", kind: "diagramming_tool", supportedVersion: 7, licenseKeys: true },
    {
      code: "OUTLINE",
      name: "Outlinear",
      kind: "outliner",
      supportedVersion: 5,
      activation: { counts: "seat", limit: 2, offlineDays: 14, freesPer30Days: 2 },
      downloads: {
        "4": "https://www.fernhill.example/outlinear/download/4",
        "5": "https://www.fernhill.example/outlinear/download",
      },
      upgradePrice: "$24.50 a seat",
    },
    { code: "PLAN", name: "Plotline", kind: "project_planner", supportedVersion: 4, trialDays: 14 },
  ],
  displayRules: [{ productCode: "OUTLINE", endsWith: "5 for Mac", becomes: "5 Essentials for Mac" }],
  plans: [
    ...plan("OUTLINE", 5, "Outlinear", 500, 5000),
    ...plan("TASK", 3, "Tasklight", 1000, 10000),
    ...plan("DIAGRAM", 7, "Diagrammer Oak", 1250, 12500),
    { id: "DIAGRAM-7-WEB", amountCents: 24900, currency: "usd", product: "DIAGRAM", nickname: "Diagrammer Oak 7" },
    ...plan("PLAN", 4, "Plotline", 2000, 20000),
  ],
  consents: [
    {
      id: "terms",
      version: "2026-11",
      text: "I agree to the terms of service.",
      link: "https://www.fernhill.example/legal/terms",
    },
  ],
  apps: [
    {
      id: "tasklight",
      name: "Tasklight",
      kind: "native",
      redirectUris: ["http://127.0.0.1/callback", "http://[::1]/callback", "example.fernhill.tasklight:/signed-in"],
      scopes: ["openid", "profile", "email", "offline_access", "licenses", "account.read", "portal"],
      isOwn: true,
    },
    {
      id: "time-sheets",
      name: "Time Sheets by Larkspur",
      kind: "native",
      redirectUris: ["http://127.0.0.1/sandbox/app/signed-in"],
      scopes: ["openid", "profile", "email", "offline_access", "licenses"],
      products: ["TASK", "OUTLINE"],
      isOwn: false,
    },
    {
      id: "wall-board",
      name: "Tasklight Wall Board",
      kind: "device",
      redirectUris: [],
      scopes: ["openid", "profile", "offline_access", "licenses"],
      isOwn: true,
    },
  ],
  returnOrigins: ["https://www.fernhill.example", "https://support.fernhill.example"],
  nonProduction: {
    accountsUrl: "https://accounts-stage.fernhill.example",
    purchaseUrl: "https://purchase-stage.fernhill.example",
  },
};
