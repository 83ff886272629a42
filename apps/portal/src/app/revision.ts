/** Logs which revision the host serves (SHELL-11), once nothing better is to be done. */
export function noteRevision() {
  const ask = () => void log();
  if ("requestIdleCallback" in window) window.requestIdleCallback(ask);
  else setTimeout(ask, 1000);
}

async function log() {
  try {
    const answer = await fetch("/conf");
    const conf: unknown = await answer.json();
    // The console is where support reads it from.
    // oxlint-disable-next-line no-console
    console.info("revision", conf);
  } catch {
    // Nobody misses it.
  }
}
