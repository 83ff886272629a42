import type { Config } from "@foyer/service-kit/config";
import type { DemoSignIn } from "../import/load-demo.ts";
import type { System } from "../system.ts";

/** Returns the text that is printed when the system is ready: its address, and how to sign in. */
export function welcome(config: Config, system: System, signIns: readonly DemoSignIn[]): string {
  const lines = ["", `Foyer is ready at ${system.url}`];
  if (signIns.length > 0) {
    lines.push(
      "",
      "Sign in as",
      ...signIns.map((signIn) => `  ${signIn.username.padEnd(10)} ${signIn.password}   ${signIn.about}`),
    );
  }
  const sandboxes = [
    ...(config.sandbox.mail ? [`mails that would be sent: ${system.url}/sandbox/mail`] : []),
    ...(config.sandbox.payments ? [`payments and the clock:   ${system.url}/sandbox/stripe`] : []),
  ];
  if (sandboxes.length > 0) lines.push("", "Sandboxes", ...sandboxes.map((line) => `  ${line}`));
  return `${lines.join("\n")}\n\n`;
}
