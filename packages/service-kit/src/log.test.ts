import { spawnSync } from "node:child_process";
import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { createLog } from "./log.ts";

function logged(say: (log: ReturnType<typeof createLog>) => void): Record<string, unknown> {
  let text = "";
  const destination = new Writable({
    write: (chunk, _encoding, done) => {
      text += String(chunk);
      done();
    },
  });
  say(createLog({ level: "info", destination }));
  const { time, ...fields } = JSON.parse(text) as Record<string, unknown>;
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT/);
  return fields;
}

test("R-81 no secret reaches the log: in fields, nested objects, lists, a child log's fields and errors", () => {
  const failure = Object.assign(new Error("no answer"), { request: { headers: { authorization: "Bearer hush" } } });
  const line = logged((log) =>
    log
      .child({ token: "hush", call: "signIn" })
      .error(
        { password: "hush", user: { name: "ada", otp: "hush" }, sent: [{ body: { cs: "hush" } }], err: failure },
        "failed",
      ),
  );
  expect(JSON.stringify(line)).not.toContain("hush");
  expect(line).toMatchObject({
    level: "error",
    call: "signIn",
    token: "[secret]",
    password: "[secret]",
    user: { name: "ada", otp: "[secret]" },
    sent: [{ body: { cs: "[secret]" } }],
    err: { type: "Error", message: "no answer", request: { headers: { authorization: "[secret]" } } },
    msg: "failed",
  });
  expect((line["err"] as { stack: string }).stack).toContain("log.test.ts");
});

test("R-81 an error with its own toJSON does not leak a secret", () => {
  const failure = Object.assign(new Error("no answer"), { body: { otp: "hush" }, toJSON: () => ({ otp: "hush" }) });
  const line = logged((log) => log.error({ err: failure, tried: [failure] }, "failed"));
  expect(JSON.stringify(line)).not.toContain("hush");
  expect(line).toMatchObject({ err: { message: "no answer", body: { otp: "[secret]" } } });
});

test("logged values are not modified, are limited in depth, and are written as JSON", () => {
  const user = { name: "ada", token: "her own", since: new Date(0), chair: {} };
  user.chair = { user };
  const line = logged((log) => log.info({ user, none: null }, "seen"));
  expect(user.token).toBe("her own");
  expect(line).toMatchObject({ none: null, user: { since: "1970-01-01T00:00:00.000Z", token: "[secret]" } });
  expect(JSON.stringify(line).length).toBeLessThan(1_000);
});

test("R-19 no query string reaches the log: in a path, a message, an error, a list or a child log's fields", () => {
  const failure = Object.assign(new Error('cannot read https://x.example/a/?token=hush "quoted"'), {
    config: { url: "/b?access_token=hush", tried: ["http://x.example/c?ref=hush&d=1#e"] },
  });
  const line = logged((log) =>
    log
      .child({ page: "/d/?hush" })
      .warn({ err: failure, path: "/e?f=hush" }, "what is /f?g=hush or even what? nothing"),
  );
  expect(JSON.stringify(line)).not.toContain("hush");
  expect(line).toMatchObject({
    page: "/d/",
    path: "/e",
    err: { message: 'cannot read https://x.example/a/ "quoted"', config: { url: "/b", tried: ["http://x.example/c"] } },
    msg: "what is /f or even what? nothing",
  });
});

test.each(["process.exit(3)", "throw new Error('a fault that nothing handles')"])(
  "R-81 lines that wait for the end of the turn are written when the process ends by %s",
  (end) => {
    const log = JSON.stringify(new URL("log.ts", import.meta.url).href);
    const script = `import { createLog } from ${log}; const log = createLog({ level: "info" }); log.info("one"); log.info("two"); ${end}`;
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
    const lines = stdout.trim().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { readonly msg: string }).msg)).toEqual(["one", "two"]);
  },
);
