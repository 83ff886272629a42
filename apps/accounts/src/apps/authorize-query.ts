import { pathOf } from "@foyer/service-kit/shown-path";

/** Our own parameters. They hand facts to our checks that the provider drops. */
export const ASKED = "foyer_asked";
export const FAULT = "foyer_fault";

const lengths = { state: 512, nonce: 512, redirect_uri: 2_048, scope: 256 } as const;

/** Returns the fault of a parameter that is too long, or null. */
function tooLongIn(params: URLSearchParams): string | null {
  const found = Object.entries(lengths).find(([name, longest]) =>
    params.getAll(name).some((value) => value.length > longest),
  );
  return found ? `${found[0]} must have at most ${found[1]} characters` : null;
}

/** Returns the fault of a repeated parameter, or null. The provider checks only the parameters that it reads. */
function twiceIn(params: URLSearchParams): string | null {
  const names = new Set<string>();
  for (const name of params.keys()) {
    if (names.has(name)) return "a parameter must not be there twice";
    names.add(name);
  }
  return null;
}

/** Returns the fault of an app's parameters, in a query or a form, or null. */
export const faultIn = (params: URLSearchParams): string | null => tooLongIn(params) ?? twiceIn(params);

/**
 * Returns the query of an authorization request in the form that the provider needs.
 *
 * - The provider refuses other response types and modes than ours, but answers in the refused mode. Therefore the fault is
 *   passed in `foyer_fault`, and the provider answers in the query.
 * - The provider drops `offline_access` unless the app requests consent each time. Here earlier consent decides whether a
 *   person is asked; `foyer_asked` says that the app requested consent anyway.
 */
export function readableQuery(url: string): string {
  const params = new URLSearchParams(url.slice(pathOf(url).length));
  for (const own of [ASKED, FAULT]) params.delete(own);
  const only = (name: string): string | null => (params.getAll(name).length === 1 ? params.get(name) : null);
  for (const [name, wanted] of [
    ["response_type", "code"],
    ["response_mode", "query"],
  ] as const) {
    const value = only(name);
    if (value === null || value === wanted) continue;
    params.set(name, wanted);
    params.set(FAULT, `${name} must be ${wanted}`);
  }
  const fault = faultIn(params);
  if (fault !== null) params.set(FAULT, fault);
  const prompts = (params.getAll("prompt").length > 1 ? null : (params.get("prompt") ?? ""))
    ?.split(" ")
    .filter(Boolean);
  if (prompts?.includes("consent")) params.set(ASKED, "consent");
  const isOffline = only("scope")?.split(" ").includes("offline_access") ?? false;
  if (isOffline && prompts && !prompts.includes("none") && !prompts.includes("consent"))
    params.set("prompt", [...prompts, "consent"].join(" "));
  const text = params.toString();
  return text === "" ? "" : `?${text}`;
}
