import type { PortalSettings } from "@foyer/contract/portal-settings";
import { expect, test } from "vitest";
import { baseAddresses } from "./base-addresses.ts";

const nonProduction = { accountsUrl: "https://accounts-stage.example", purchaseUrl: "https://purchase-stage.example" };
const settings = {
  accountsUrl: "https://accounts.example",
  purchaseUrl: "",
  nonProduction,
} as unknown as PortalSettings;

test.each(["test.example", "accounts-STAGE.example", "stage", "test2.example", "my-test.accounts.example"])(
  "SHELL-12 a host name with test or stage selects the non-production pair: %s",
  (host) => expect(baseAddresses(settings, host)).toEqual(nonProduction),
);

test.each(["latest.example", "backstage.example", "attest.example", "contest-accounts.example"])(
  "SHELL-12 a name that only contains these letters is production: %s",
  (host) => expect(baseAddresses(settings, host)).toMatchObject({ accountsUrl: "https://accounts.example" }),
);

test("SHELL-12 any other host name uses the setting, and so does a brand without such a pair", () => {
  const production = { accountsUrl: "https://accounts.example", purchaseUrl: "" };
  expect(baseAddresses(settings, "accounts.example")).toEqual(production);
  expect(baseAddresses({ ...settings, nonProduction: null }, "test.example")).toEqual(production);
});
