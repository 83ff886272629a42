import { expect, test } from "vitest";
import { seatCsv } from "./seat-csv.ts";

test("the list is exported as CSV, in its order, and contains no formula", () => {
  const csv = seatCsv([
    { id: "1", username: "=cmd()", email: "a@birch.example", status: "active", short_url: null },
    { id: "2", username: null, email: "b@birch.example", status: "pending", short_url: "https://x" },
  ]);
  expect(csv).toBe(
    "\uFEFFUser,Email,Status\r\n'=cmd(),a@birch.example,Active\r\n,b@birch.example,Invitation pending\r\n",
  );
});
