import type { Answer, TestAccounts } from "./test-accounts.ts";

/** A fingerprint, different for each name. */
export const fingerprintOf = (name: string): string => `fingerprint-of-device-${name}`;

type Said = Readonly<Record<string, unknown>>;

/** Activates a device of that name, for the license `team` unless told. */
export const activateAs = (
  service: TestAccounts,
  token: string,
  device: string,
  said: Said = {},
  instance = 0,
): Promise<Answer> =>
  service.call("POST", "activations/", {
    token,
    instance,
    body: {
      ...("product_id" in said ? {} : { registration_id: "team" }),
      fingerprint: fingerprintOf(device),
      name: device,
      platform: "Linux",
      ...said,
    },
  });

/** Asks whether an activation may be used. */
export const validateAs = (
  service: TestAccounts,
  token: string,
  activation: string,
  device: string,
  said: Said = {},
  instance = 0,
): Promise<Answer> =>
  service.call("POST", `activations/${activation}/validate/`, {
    token,
    instance,
    body: { fingerprint: fingerprintOf(device), ...said },
  });

/** Asks for a file. */
export const fileFor = (
  service: TestAccounts,
  token: string,
  activation: string,
  device: string,
  said: Said = {},
  instance = 0,
): Promise<Answer> =>
  service.call("POST", `activations/${activation}/file/`, {
    token,
    instance,
    body: { days: 30, fingerprint: fingerprintOf(device), ...said },
  });
