/** What a browser knows of trusted types, as far as the portal uses them. */
interface TrustedTypes {
  createPolicy(name: "default", rules: { createScriptURL(url: string): string | null }): unknown;
}

let isTrusted = false;

/**
 * Lets a script be loaded from the provider, and from nowhere else.
 *
 * The page's policy makes the browser refuse any string where code is expected. The provider's loader sets the address of
 * its script as a string, so the policy by the name `default` decides on it; markup and code it never allows.
 */
export function trustProvider(isProviders: (url: URL) => boolean): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  if (isTrusted || !trustedTypes) return;
  trustedTypes.createPolicy("default", {
    createScriptURL: (url) => (isProviders(new URL(url, location.href)) ? url : null),
  });
  isTrusted = true;
}
