import { expect, test } from "vitest";
import { coarseNetwork } from "./network.ts";

test.each([
  ["203.0.113.77", "203.0.113.x"],
  ["::ffff:203.0.113.77", "203.0.113.x"],
  ["2001:db8:0007:1:2:3:4:5", "2001:db8:7:…"],
  ["2001:db8::5", "2001:db8:0:…"],
  ["fe80::1%eth0", "fe80:0:0:…"],
  ["::1", "0:0:0:…"],
  ["unknown", null],
  ["", null],
  ["1:2:3", null],
])("LOOK-14 %s is in the network %s", (ip, network) => {
  expect(coarseNetwork(ip)).toBe(network);
});
