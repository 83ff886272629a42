import type { Person } from "@foyer/service-kit/call";
import { expect, test } from "vitest";
import { accountsClient, knownPeople } from "./accounts-client.ts";

const ADA = { id: "ada" } as Person;

/** Token lookups with a clock that the test moves and answers that the test releases. */
function asking() {
  let now = 0;
  const questions: PromiseWithResolvers<Person | null>[] = [];
  const people = knownPeople(
    () => {
      const question = Promise.withResolvers<Person | null>();
      questions.push(question);
      return question.promise;
    },
    () => now,
  );
  return {
    people,
    questions,
    at: (ms: number) => {
      now = ms;
    },
    /** Waits until a released answer is processed. */
    settle: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

test("a caller with regular requests never waits for the accounts service, and no answer is used for more than a second", async () => {
  const { people, questions, at, settle } = asking();
  const first = people.of("token");
  questions[0]?.resolve(ADA);
  expect(await first).toBe(ADA);

  at(499);
  await people.of("token");
  expect(questions).toHaveLength(1);
  at(600);
  expect(await people.of("token")).toBe(ADA);
  expect(await people.of("token")).toBe(ADA);
  expect(questions).toHaveLength(2);
  questions[1]?.resolve(null);
  await settle();
  expect(await people.of("token")).toBe(null);

  // The lookup was sent at 600.
  at(1_600);
  void people.of("token");
  expect(questions).toHaveLength(3);
});

test("a late answer is waited for once the previous one is a second old", async () => {
  const { people, questions, at, settle } = asking();
  void people.of("token");
  questions[0]?.resolve(ADA);
  at(900);
  await people.of("token");
  at(1_000);
  const waiting = people.of("token");
  expect(questions).toHaveLength(2);
  questions[1]?.resolve(null);
  expect(await waiting).toBe(null);
  await settle();
  expect(await people.of("token")).toBe(null);
  expect(questions).toHaveLength(2);
});

test("a failed lookup is repeated", async () => {
  const { people, questions, at, settle } = asking();
  const first = people.of("token");
  questions[0]?.reject(new Error("away"));
  await expect(first).rejects.toThrow("away");
  await settle();
  const again = people.of("token");
  questions[1]?.resolve(ADA);
  expect(await again).toBe(ADA);

  at(700);
  await people.of("token");
  questions[2]?.reject(new Error("away"));
  await settle();
  expect(await people.of("token")).toBe(ADA);
  expect(questions).toHaveLength(4);
});

test("a forgotten token is looked up again, even if a lookup is still running", async () => {
  const { people, questions, at, settle } = asking();
  void people.of("token");
  questions[0]?.resolve(ADA);
  at(600);
  await people.of("token");
  people.forget();
  questions[1]?.resolve(ADA);
  await settle();
  void people.of("token");
  expect(questions).toHaveLength(3);
});

test("R-18 during an upgrade, a refused proof from an instance that sends no name is passed on by its code", async () => {
  const fault = { code: 3022, message: "The password is wrong." };
  const answer = { status: "error", ...fault, errors: [{ ...fault, field: "password" }] };
  const fetch = () => Promise.resolve(Response.json(answer, { status: 422 }));
  const client = accountsClient({ baseUrl: "http://accounts.example", credential: "a-credential", fetch });
  await expect(client.requireProof({ ...ADA, sessionId: "ses" }, "wrong", "127.0.0.1")).rejects.toMatchObject({
    refusal: "password.wrong",
    details: [{ name: "password.wrong", ...fault, field: "password" }],
  });
});
