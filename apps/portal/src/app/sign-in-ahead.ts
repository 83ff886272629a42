/**
 * Loads the sign-in form's file once the person acts, so that signing out shows the form at once and without a network too.
 *
 * @returns the end of the wait.
 */
export function loadSignInAhead(): () => void {
  const end = new AbortController();
  function load() {
    end.abort();
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = document.querySelector<HTMLMetaElement>('meta[name="portal-parts"]')?.dataset["signIn"] ?? "";
    link.crossOrigin = "";
    document.head.append(link);
  }
  for (const sign of ["pointermove", "pointerdown", "keydown"]) addEventListener(sign, load, { signal: end.signal });
  return () => end.abort();
}
