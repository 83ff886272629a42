import { expect, test } from "vitest";
import { withLines } from "./paths-by-use.ts";

test("the build replaces the name of a call by its method and path, also for a file and an address, and nowhere else", () => {
  const source = `const reply = await call(api, "readUser");
    type Refused = CallRefusal<"readUser">;
    show("readUser", callFile(api, "downloadArchive", input), urlOf(papers, "readPaymentConf", {}));`;
  expect(withLines(source, "screen.tsx")).toBe(`const reply = await call(api, "POST /api/1.1/user/ read");
    type Refused = CallRefusal<"readUser">;
    show("readUser", callFile(api, "GET /api/v2/customer/:id/archives/:archive/file", input), urlOf(papers, "GET /api/v2/get_conf open", {}));`);
});

test("the build refuses a call whose name it cannot read", () => {
  for (const name of ["act", 'isLate ? "readUser" : "signOut"', "`readUser`", '"signOn"', '"toString"']) {
    expect(() => withLines(`call(api, ${name})`, "screen.tsx"), name).toThrow(`screen.tsx: write the name of the call`);
  }
});
