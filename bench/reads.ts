import { asOwner } from "./as-owner.ts";
import { startBare } from "./bare.ts";
import { accountPage } from "./calls.ts";
import { SESSIONS } from "./fill.ts";
import { judge, type Target } from "./judge.ts";
import type { Figure, Part } from "./part.ts";
import { startInProduction } from "./product.ts";

const LICENSES = 1_000;
const target: Target = { rate: 0.8, cpu: 1.3, p99: 1.5 };

/** Makes each person with a session a manager of five licenses. */
const giveLicenses = (ownerUrl: string): Promise<unknown> =>
  asOwner(ownerUrl, (query) =>
    query(
      `insert into license_owners select 'license-' || (n + k * 200) % $2::int, 'account-' || n, 1
       from generate_series(2, $1::int - 1) n, generate_series(1, 4) k on conflict do nothing`,
      [SESSIONS, LICENSES],
    ),
  );

/** The account page's calls compared with bare `node:http` on the same database. */
export const reads: Part = {
  about:
    "the account page's calls as in production (limits, log) on 10,000 accounts, against bare node:http with prepared selects",
  run: async () => {
    const product = await startInProduction({ accounts: 10_000, licenses: LICENSES });
    await giveLicenses(product.ownerUrl);
    const bare = await startBare("bare-server.ts", { OWNER_URL: product.ownerUrl });
    try {
      const figures: Figure[] = [];
      for (const [what, request] of Object.entries(accountPage))
        figures.push(await judge(what, { ours: { ...product, request }, bare: { ...bare, request } }, target));
      return figures;
    } finally {
      bare.stop();
      await product.system.close();
    }
  },
};
