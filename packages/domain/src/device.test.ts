import { expect, test } from "vitest";
import { deviceOf } from "./device.ts";

test.each([
  ["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge", "Windows"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox", "Linux"],
  ["Tasklight/3.2 (Windows)", null, "Windows"],
  ["Go to https://evil.example now", null, null],
  ["", null, null],
])("KEY-09 %j names %s and %s, and nothing of its own words", (userAgent, browser, system) => {
  expect(deviceOf(userAgent)).toEqual({ browser, system });
});
