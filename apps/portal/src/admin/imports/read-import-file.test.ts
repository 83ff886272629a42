import { expect, test } from "vitest";
import { readImportFile } from "./read-import-file.ts";

test("reads UTF-8, with or without a byte-order mark", async () => {
  expect(await readImportFile(new Blob(['{"type":"account"}']))).toEqual({ text: '{"type":"account"}' });
  expect(await readImportFile(new Blob(["\uFEFF# Zoë"]))).toEqual({ text: "# Zoë" });
});

test("refuses a file that is not UTF-8, or is too large for one request as JSON", async () => {
  expect(await readImportFile(new Blob([new Uint8Array([0x5a, 0xeb])]))).toEqual({ fault: "notText" });
  expect(await readImportFile(new Blob(["x".repeat(1_100_000)]))).toEqual({ fault: "tooLarge" });
  expect(await readImportFile(new Blob(['"'.repeat(600_000)]))).toEqual({ fault: "tooLarge" });
  expect(await readImportFile(new Blob(["x".repeat(600_000)]))).toHaveProperty("text");
});
