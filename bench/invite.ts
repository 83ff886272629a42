import { type RunningSystem, startFoyer } from "@foyer/testing/running-system";
import { median, type Figure, type Part } from "./part.ts";

const SEATS = 2_200;
const ROUNDS = 3;
const WANTED_MS = 2_000;

const lines = [
  { type: "account", username: "ada", email: "ada@example.com", password: "river-stone-ada" },
  ...Array.from({ length: ROUNDS }, (_, round) => ({
    type: "license",
    id: `team-${round}`,
    owners: ["ada"],
    product_id: "PLAN-4",
    description: "Plotline 4",
    total_seats: SEATS,
  })),
];

/** Milliseconds of one call that invites the maximum number of people of a license. */
async function inviteAll(system: RunningSystem, token: string, round: number): Promise<number> {
  const seats = Array.from({ length: SEATS }, (_, index) => `person-${round}-${index}@example.com`).join("\n");
  const started = performance.now();
  const answer = await system.call("POST", `/api/1.1/registration_seats/team-${round}/`, { token, json: { seats } });
  if (answer.status !== 200) throw new Error(`the invitation was refused: ${JSON.stringify(answer.body)}`);
  return performance.now() - started;
}

/** INV-06: one call for a whole company. */
export const invite: Part = {
  about: "2,200 addresses invited in one call",
  run: async (): Promise<readonly Figure[]> => {
    const system = await startFoyer({ lines });
    try {
      const token = await system.signIn("ada", "river-stone-ada");
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) times.push(await inviteAll(system, token, round));
      const ms = median(times);
      const figure = `${ms.toFixed(0)} ms (${times.map((one) => one.toFixed(0)).join(", ")})`;
      return [{ what: "2,200 addresses, median", figure, wanted: `≤ ${WANTED_MS} ms`, holds: ms <= WANTED_MS }];
    } finally {
      await system.close();
    }
  },
};
