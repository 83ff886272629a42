import type { Brand } from "@foyer/contract/brand";
import { appSecretName } from "@foyer/contract/brand-apps";
import { appsOf } from "../grants/apps.ts";
import { secretFaults } from "./clients.ts";

/** Returns one line for each web app of the brand without a valid secret in the environment. */
export function appSecretFaults(brand: Brand, env: Readonly<Record<string, string | undefined>>): string[] {
  const given = (brand.apps ?? []).flatMap(({ id }) => {
    const secret = env[appSecretName(id)];
    return secret === undefined || secret === "" ? [] : [[id, secret] as const];
  });
  return secretFaults(appsOf(brand), new Map(given));
}
