/** Logs the revision that the host serves (SHELL-11), when the browser is idle. */
export function noteRevision() {
  const ask = () => void log();
  if ("requestIdleCallback" in window) window.requestIdleCallback(ask);
  else setTimeout(ask, 1000);
}

async function log() {
  try {
    const answer = await fetch("/conf");
    const conf: unknown = await answer.json();
    // Support reads it from the console.
    // oxlint-disable-next-line no-console
    console.info("revision", conf);
  } catch {
    // The revision is not needed for anything else.
  }
}
