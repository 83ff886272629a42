import type { ComparedPlan } from "@foyer/contract/staff-wire";
import { staffReplies } from "./admin-scenes.ts";
import { type Scene, shows } from "./scene.ts";

const terms = (amount: number, interval: "month" | "year") => ({ amount, currency: "usd", interval });

const comparedPlans: ComparedPlan[] = [
  {
    id: "OUTLINE-5-SUB-ANNUAL-WEB",
    ours: { ...terms(5_000, "year"), on_sale: true },
    provider: terms(5_000, "year"),
    differences: [],
    is_sold: true,
  },
  {
    id: "OUTLINE-5-SUB-MONTHLY-WEB",
    ours: { ...terms(500, "month"), on_sale: true },
    provider: terms(600, "month"),
    differences: ["amount"],
    is_sold: true,
  },
  {
    id: "PLAN-4-SUB-ANNUAL-WEB",
    ours: { ...terms(20_000, "year"), on_sale: true },
    provider: null,
    differences: ["missing"],
    is_sold: false,
  },
  {
    id: "OUTLINE-4-SUB-ANNUAL-WEB",
    ours: { ...terms(4_000, "year"), on_sale: false },
    provider: terms(4_000, "year"),
    differences: [],
    is_sold: false,
  },
];

export const buyScenes: readonly Scene[] = [
  {
    name: "admin-catalogue",
    path: "/admin/catalogue",
    signedIn: true,
    viewportOnly: true,
    replies: { ...staffReplies, staffReadCatalogue: { plans: comparedPlans } },
    ready: shows("The amounts differ."),
  },
];
