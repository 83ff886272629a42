/** The part of the browser's trusted types that the portal uses. */
interface TrustedTypes {
  createPolicy(name: "default", rules: { createScriptURL(url: string): string | null }): unknown;
}

let isTrusted = false;

/**
 * Allows loading a script from the provider, and from no other place.
 *
 * The page's policy makes the browser refuse any string in a place for code. The provider's loader sets the URL of
 * its script as a string, so the policy named `default` decides about it; it never allows markup or code.
 */
export function trustProvider(isProviders: (url: URL) => boolean): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  if (isTrusted || !trustedTypes) return;
  trustedTypes.createPolicy("default", {
    createScriptURL: (url) => (isProviders(new URL(url, location.href)) ? url : null),
  });
  isTrusted = true;
}
