import { randomUUID } from "node:crypto";
import { eventually } from "@foyer/testing/running-system";
import { type Instance, rowsOf } from "./instance.ts";

// Common setup of the fault tests: Ada manages a large team and invites people to it.

const password = "correct horse battery staple";
/** The import lines to load first. */
export const linesWith = (license: { readonly product_id?: string; readonly total_seats?: number } = {}): object[] => [
  { type: "account", username: "ada", email: "ada@example.com", password },
  {
    type: "license",
    id: "lic-1",
    owners: ["ada"],
    product_id: "OUTLINE-5",
    description: "Outlinear 5",
    total_seats: 2_000,
    ...license,
  },
];

/** An answer, with its body read. */
interface Answer {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- Tests read answers of every shape.
  readonly body: any;
}

/** Sends a JSON body to an instance. */
export async function post(
  { url }: Pick<Instance, "url">,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

/** Signs Ada in. */
export const signIn = async (
  instance: Pick<Instance, "url">,
): Promise<{ access_token: string; refresh_token: string }> =>
  (await post(instance, "/api/1.1/signin/", { username: "ada", password })).body.token;

/** Returns the invited addresses of the license, in the order of their invitations. */
export async function pendingSeats(url: string): Promise<string[]> {
  const rows = await rowsOf<{ email: string }>(url, "select email from accounts.seats order by position");
  return rows.map(({ email }) => email);
}

/** Invites with an operation id and retries until it is acknowledged, like a careful client. */
export async function inviteSurely(instance: Instance, token: string, email: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "idempotency-key": randomUUID() };
  await eventually(
    async () => {
      const answer = await post(instance, "/api/1.1/registration_seats/lic-1/", { seats: email }, headers).catch(
        () => null,
      );
      return answer?.status === 200;
    },
    `the invitation of ${email}`,
    90_000,
  );
}
