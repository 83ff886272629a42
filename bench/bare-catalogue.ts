/** The reference of the catalogue: bare `node:http` with the same two selects, and the same answer put together from them. */
import { createServer } from "node:http";
import { openPool } from "@foyer/service-kit/db";
import { openedAlone } from "./bare.ts";

const pool = openPool({ url: process.env["OWNER_URL"] ?? "", role: "foyer_purchase", schema: "purchase", max: 12 });

interface Plan {
  readonly id: string;
  readonly interval: string;
  readonly amount_cents: number;
  readonly currency: string;
}

async function answer(): Promise<string> {
  const [{ rows: plans }, { rows: rates }] = await Promise.all([
    pool.query<Plan>({ name: "plans", text: "select * from plans where on_sale order by id" }),
    pool.query({ name: "rates", text: "select id from country_tax_rates limit 1" }),
  ]);
  const products = Map.groupBy(plans, ({ id }) => id.split("-").slice(0, 2).join("-"));
  return JSON.stringify({
    products: [...products].map(([id, sold]) => {
      const of = (interval: string) => sold.find((plan) => plan.interval === interval)?.amount_cents ?? 0;
      const plan = ({ id: own, interval, amount_cents: amount, currency }: Plan) => ({
        id: own,
        interval,
        amount,
        currency,
      });
      return { id, name: id, plans: sold.map(plan), year_saves: of("month") * 12 - of("year") };
    }),
    taxed_by_country: rates.length > 0,
  });
}

const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    void answer().then((body) =>
      response
        .writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
        .end(body),
    );
  });
});
openedAlone(server);
