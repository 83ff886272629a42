import type { Config } from "@foyer/service-kit/config";
import type { Logger } from "@foyer/service-kit/log";
import type { DemoSignIn } from "../import/load-demo.ts";
import type { System } from "../system.ts";

/** Returns one line for each sandbox that is on. */
function openSandboxes({ sandbox, production }: Config, url: string): string[] {
  const payments = production
    ? "payment sandbox, which charges nobody; its API asks for a key that only this installation has:"
    : "payments, by a key that is public:";
  return [
    ...(sandbox.mail ? [`mails that would be sent:  ${url}/sandbox/mail`] : []),
    ...(sandbox.payments ? [`${payments.padEnd(26)} ${url}/sandbox/stripe`] : []),
    ...(sandbox.clock ? [`the clock of everybody:    ${url}/sandbox/clock`] : []),
    ...(sandbox.sync ? [`everybody's synced data:   ${url}/sandbox/sync`] : []),
    ...(sandbox.staffByPassword ? ["the staff area, by a password without a second factor"] : []),
  ];
}

/**
 * Returns the address to open: `localhost` on the machine itself, as passkeys need a host name. Other addresses stay: IPv6 alone, or
 * a public one.
 */
export function addressToOpen(url: string, publicOrigin: string): string {
  const { hostname, port } = new URL(url);
  const isOwn = new URL(publicOrigin).origin === new URL(url).origin;
  return isOwn && hostname === "127.0.0.1" ? `http://localhost${port === "" ? "" : `:${port}`}` : url;
}

/**
 * Logs that the system is ready, in production, where every line of the output is JSON. Access that is open to staff is logged as a warning, because some logs keep only warnings.
 */
export function logReady(log: Logger, config: Config, system: System): void {
  const openToStaff = openSandboxes(config, system.url);
  if (openToStaff.length === 0) log.info({ url: system.url }, "Foyer is ready");
  else log.warn({ url: system.url, openToStaff }, "Foyer is ready");
}

/** Returns the text that is printed when the system is ready: its address, and how to sign in. */
export function welcome(config: Config, system: System, signIns: readonly DemoSignIn[]): string {
  const url = addressToOpen(system.url, config.publicOrigin);
  const lines = ["", `Foyer is ready at ${url}`];
  if (signIns.length > 0) {
    lines.push(
      "",
      "Sign in as",
      ...signIns.map((signIn) => `  ${signIn.username.padEnd(10)} ${signIn.password}   ${signIn.about}`),
    );
  }
  const open = openSandboxes(config, url);
  if (open.length > 0) lines.push("", `Open to everybody who reaches ${url}`, ...open.map((line) => `  ${line}`));
  return `${lines.join("\n")}\n\n`;
}
