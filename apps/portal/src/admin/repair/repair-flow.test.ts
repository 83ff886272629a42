import { ApiError } from "@foyer/api-client/errors";
import { type RefusalName, refusals } from "@foyer/contract/refusals";
import { describe, expect, test } from "vitest";
import { type RepairEvent, repairFlow, startOfRepair } from "./repair-flow.ts";

const preview = {
  status: "success",
  applied: false,
  before: { account_state: 100 },
  after: { account_state: 300 },
} as const;
const done = { ...preview, applied: true } as const;

function refused(refusal: RefusalName): ApiError {
  const { code } = refusals[refusal];
  return new ApiError({
    status: 403,
    code,
    refusal,
    message: "",
    errors: [],
    requestId: null,
    retryAfter: null,
    body: {},
  });
}

const after = (...events: RepairEvent[]) => events.reduce(repairFlow, startOfRepair);
const previewed: RepairEvent[] = [{ type: "previewAsked" }, { type: "previewed", change: preview }];

describe("a repair", () => {
  test("ROLE-04 is previewed before anybody can agree to it", () => {
    expect(after({ type: "agreed" })).toBe(startOfRepair);
    expect(after(...previewed)).toMatchObject({ step: "review", change: preview, needsProof: false });
  });

  test("is done once the service has done it", () => {
    expect(after(...previewed, { type: "agreed" }, { type: "applied", change: done })).toEqual({
      step: "done",
      change: done,
    });
    expect(after(...previewed, { type: "applied", change: done })).toMatchObject({ step: "review" });
  });

  test("R-18 asks for the password where the service wants a proof, and keeps asking until it is done", () => {
    const asking = after(
      ...previewed,
      { type: "agreed" },
      { type: "failed", failure: refused("permission.proof_required") },
    );
    expect(asking).toMatchObject({ step: "review", needsProof: true, busy: false, failure: null });
    const wrong = refused("password.wrong");
    expect(repairFlow(repairFlow(asking, { type: "agreed" }), { type: "failed", failure: wrong })).toMatchObject({
      needsProof: true,
      failure: wrong,
    });
  });

  test("shows a refusal where it happened, and goes back to what was filled in", () => {
    const failure = refused("permission.denied");
    expect(after({ type: "previewAsked" }, { type: "failed", failure })).toEqual({
      step: "fill",
      busy: false,
      failure,
    });
    expect(after(...previewed, { type: "wentBack" })).toEqual(startOfRepair);
  });

  test("does one thing at a time", () => {
    const busy = after(...previewed, { type: "agreed" });
    expect(repairFlow(busy, { type: "agreed" })).toBe(busy);
    expect(repairFlow(busy, { type: "wentBack" })).toBe(busy);
  });
});
