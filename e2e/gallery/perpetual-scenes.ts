import type { Checkout } from "@foyer/contract/checkout";
import { newcomer, of, offer } from "./buy-scenes.ts";
import { managersReplies } from "./people.ts";
import { type Scene, shows } from "./scene.ts";

const once: Checkout = {
  ...offer,
  plan: { id: "DIAGRAM-7-WEB", amount: 24_900, currency: "usd", interval: null },
  product: "Diagrammer Oak 7",
  quantity: 2,
  lines: [{ description: "2 × Diagrammer Oak 7", amount: 49_800 }],
  subtotal: 49_800,
  tax: 9_462,
  total: 59_262,
  next_charge: null,
};
const path = "/buy?plan=DIAGRAM-7-WEB&seats=2";
const bought = {
  registration_id: "L9",
  description: "Diagrammer Oak 7",
  seats: 2,
  upgrades_remaining: 0,
  type: "perpetual" as const,
  key: "K7MRX-2PQHA-9TDWB-VNC4E",
  owner: "ida",
  registration_date: "2026-11-22T09:30:00Z",
  product_id: "DIAGRAM-7-WEB",
  upgrade_eligible_registration: null,
};

/** Licenses that are paid once. */
export const perpetualScenes: readonly Scene[] = [
  { ...newcomer, path, name: "once-choose", ready: shows("Pay once") },
  { ...of(once), path, name: "once-review", ready: shows("Pay once") },
  {
    ...of(
      { ...once, state: "paid", is_license_ready: true, download: "https://www.fernhill.example/diagrammer" },
      { ...managersReplies, listPurchases: { purchases: [bought] } },
    ),
    path,
    name: "once-bought",
    ready: shows("Pay once"),
  },
];
