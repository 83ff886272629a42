import { afterAll, describe, expect, test } from "vitest";
import { makeAccounts, password, signIn } from "../testing/factories.ts";
import { confirmedSignUp, mailedToken } from "../testing/mails.ts";
import { type Answer, startAccounts } from "../testing/test-accounts.ts";

const service = await startAccounts({ instances: 2 });
afterAll(() => service.close());
await makeAccounts(service, "maria", "paul", "otto");

const twice = (text: string) => ({ new_password: text, new_password_2: text });

/** The three calls with which a person chooses a password, each for an account named `maria`, `paul` or `nadja`. */
const doors: Readonly<Record<string, () => Promise<(text: string) => Promise<Answer>>>> = {
  "sign-up": async () => {
    const token = await confirmedSignUp(service, "nadja@example.com");
    return (text) => service.post("user/", { new_account_name: "nadja", ...twice(text) }, token);
  },
  change: async () => {
    const { access } = await signIn(service, "maria");
    return (text) => service.post("user/", { old_password: password, ...twice(text) }, access);
  },
  reset: async () => {
    await service.post("password_reset/", { email_address: "paul@example.com" });
    const token = await mailedToken(service, "paul@example.com");
    return (text) => service.post("password_reset/confirm/", { token, ...twice(text) });
  },
};

describe.each(Object.keys(doors))("KEY-07 a new password at %s", (door) => {
  test("KEY-07 is refused with 3023 and the reason in words until it is hard to guess", async () => {
    const choose = await (doors[door] as (typeof doors)[string])();
    const name = { "sign-up": "nadja", change: "maria", reset: "paul" }[door] ?? "";
    for (const [weak, reason] of [
      ["short77", /at least 8 characters/],
      ["x".repeat(257), /at most 256 characters/],
      ["Summer2024", /many people use/],
      ["constructor", /little more than one word/],
      ["letmein123", /many people use/],
      ["Passw0rd!", /many people use/],
      ["Kowalski7", /little more than a name/],
      ["12.03.1987", /little more than a date/],
      ["xy".repeat(20), /repeats/],
      ["lmnopqrstu", /follow each other/],
      ["xcvbnm,./", /next to each other/],
      [`${name}-1987`, /account name/],
      ["example.com1", /your address/],
      ["Outliner!1", /our names/],
    ] as const) {
      const { status, body } = await choose(weak);
      expect([weak, status, body.code], JSON.stringify(body)).toEqual([weak, 422, 3023]);
      expect(body.message).toMatch(reason);
      const fault = { code: 3023, name: "password.weak", reason: expect.any(String), message: body.message };
      expect(body.errors).toEqual([{ ...fault, field: "new_password" }]);
    }
    const answer = await choose("all lower case and nothing else");
    expect([answer.status, answer.body.code]).toEqual([200, undefined]);
  });
});

test("R-09 KEY-07 an account may have sixty passwords judged an hour, with a separate count for its owner's mailed link", async () => {
  const { access } = await signIn(service, "otto");
  const change = (text: string) => service.post("user/", { old_password: "not it", ...twice(text) }, access);
  const answers = await Promise.all(Array.from({ length: 70 }, () => change("Summer2024")));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 422).length).toBeLessThanOrEqual(60);
  expect(statuses.filter((status) => status === 429).length).toBe(10);
  expect((await change("quiet orchard lane")).body.code).toBe(1003);
  await service.post("password_reset/", { email_address: "otto@example.com" });
  const token = await mailedToken(service, "otto@example.com");
  const reset = await service.post("password_reset/confirm/", { token, ...twice("quiet orchard lane") });
  expect(reset.status).toBe(200);
});
