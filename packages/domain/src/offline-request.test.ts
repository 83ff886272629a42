import { expect, test } from "vitest";
import { readOfflineRequest, REQUEST_CODE_MAX, scannedRequestCode } from "./offline-request.ts";

const said = { v: 1, product: "TASK", fingerprint: "0123456789abcdef", name: "Büro", platform: "Linux" };
const codeOf = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const read = (text: string) => readOfflineRequest(text, ["TASK", "OUTLINE"]);

test("WAL-16 a request code is read, also with white space between", () => {
  const request = { product: "TASK", fingerprint: "0123456789abcdef", name: "Büro", platform: "Linux" };
  const code = codeOf(said);
  expect(read(code)).toEqual({ fault: null, request });
  expect(read(` ${code.slice(0, 20)}\r\n ${code.slice(20)}\n`)).toEqual({ fault: null, request });
  const { name: _name, platform: _platform, ...least } = said;
  expect(read(codeOf(least))).toEqual({ fault: null, request: { ...request, name: null, platform: null } });
});

test("WAL-16 a scanned link contains the code, and any other text is one", () => {
  const code = codeOf(said);
  expect(scannedRequestCode(`https://portal.example/activate-offline?code=${code}`)).toBe(code);
  for (const text of [code, "https://portal.example/", "https://", ""]) expect(scannedRequestCode(text)).toBe(text);
});

test("WAL-16 the maximum length of a name counts characters", () => {
  const name = "😀".repeat(64);
  expect(read(codeOf({ ...said, name }))).toMatchObject({ fault: null, request: { name } });
  expect(read(codeOf({ ...said, name: `${name}x` })).fault).toBe("cut");
});

test("WAL-16 each kind of invalid code has its own fault", () => {
  const code = codeOf(said);
  expect(read(" \n").fault).toBe("empty");
  expect(read("A".repeat(REQUEST_CODE_MAX + 1)).fault).toBe("too_long");
  expect(read(codeOf({ ...said, v: 2 })).fault).toBe("other_version");
  expect(read(codeOf({ ...said, product: "NOTES" })).fault).toBe("other_product");
  const cut = [
    code.slice(0, -9),
    code.slice(3),
    "%%%",
    codeOf([1]),
    codeOf(null),
    codeOf({ ...said, v: "1" }),
    codeOf({ ...said, fingerprint: "short" }),
    codeOf({ ...said, name: "x".repeat(65) }),
    codeOf({ ...said, platform: 7 }),
    codeOf({ ...said, name: "a\nb" }),
    codeOf({ ...said, platform: "\u202exuniL" }),
  ];
  expect(cut.map((text) => read(text).fault)).toEqual(cut.map(() => "cut"));
});
