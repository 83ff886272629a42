import type { RunningSystem } from "@foyer/testing/running-system";
import { aLicense, newCustomer } from "./customers.ts";

/**
 * A license of three seats with invitations to these addresses.
 *
 * @returns its manager, the path of the first invitation's link to share, and a function that withdraws all of them.
 */
export async function invited(system: RunningSystem, ...emails: string[]) {
  const manager = await newCustomer(system, (names) =>
    aLicense(names, { product: "PLAN-4", name: "Plotline 4", seats: 3 }),
  );
  const token = await system.signIn(manager.username, manager.password);
  const path = `/api/1.1/registration_seats/lic-${manager.mark}/`;
  const { body } = await system.call("POST", path, { token, json: { seats: emails } });
  return {
    manager,
    shared: new URL(body.seats[0].short_url).pathname,
    withdrawAll: () => system.call("DELETE", path, { token, json: { seats: body.seats } }),
  };
}
