import { expect } from "vitest";
import { type Instance, rowsOf } from "./instance.ts";
import { post } from "./inviting.ts";

const A_SECOND = 30;

/** Acts that many times a second, without waiting for earlier acts. @returns a function that stops, and waits for the open acts. */
export function steadily(perSecond: number, act: () => Promise<void>): () => Promise<void> {
  const open = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const one = act().finally(() => open.delete(one));
    open.add(one);
  }, 1_000 / perSecond);
  return async () => {
    clearInterval(timer);
    await Promise.all(open);
  };
}

export interface Writes {
  /** Addresses whose invitation was acknowledged. */
  readonly acknowledged: string[];
  readonly statuses: Set<number>;
  stop(): Promise<void>;
}

let guests = 0;

/** Invites 30 addresses a second, one at each instance in turn, also while invitations fail. */
export function writeSteadily(instances: readonly Instance[], token: string): Writes {
  const acknowledged: string[] = [];
  const statuses = new Set<number>();
  const invite = async (): Promise<void> => {
    const n = guests++;
    const email = `guest${n}@example.com`;
    const instance = instances[n % instances.length] as Instance;
    const headers = { authorization: `Bearer ${token}`, "x-forwarded-for": `10.0.${n % 200}.1` };
    const answer = await post(instance, "/api/1.1/registration_seats/lic-1/", { seats: email }, headers);
    statuses.add(answer.status);
    if (answer.status === 200) acknowledged.push(email);
  };
  return { acknowledged, statuses, stop: steadily(A_SECOND, invite) };
}

interface Line {
  readonly level: string;
  readonly time: string;
  readonly msg: string;
}

const linesOf = (instance: Instance): Line[] =>
  instance
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Line);

/** Lines at level error that came within a second of another one. */
function crowded(lines: readonly Line[]): Line[] {
  const errors = lines.filter(({ level }) => level === "error");
  const at = ({ time }: Line): number => Date.parse(time);
  return errors.filter((line, n) => {
    const before = errors[n - 1];
    return before !== undefined && at(line) - at(before) < 1_000;
  });
}

/** Jobs that are locked, of either service. */
export async function lockedJobs(url: string): Promise<number> {
  const rows = await rowsOf<{ n: number }>(
    url,
    `select count(*)::int as n from (select locked_at from accounts_jobs._private_jobs
     union all select locked_at from purchase_jobs._private_jobs) jobs where locked_at is not null`,
  );
  return rows[0]?.n ?? -1;
}

/** No line of an unhandled rejection, and of the others at most one a second at level error. */
export function expectQuietLogs(instances: readonly Instance[]): void {
  for (const instance of instances) {
    const lines = linesOf(instance);
    expect(lines.filter(({ msg }) => msg.includes("unhandled"))).toEqual([]);
    expect(crowded(lines)).toEqual([]);
  }
}
