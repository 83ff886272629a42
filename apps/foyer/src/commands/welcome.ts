import type { Config } from "@foyer/service-kit/config";
import type { System } from "../system.ts";

/** What a person reads when everything is up: where it is, and how to get in. */
export function welcome(config: Config, system: System): string {
  const lines = ["", `Foyer is ready at ${system.url}`];
  if (system.demoSignIns.length > 0) {
    lines.push(
      "",
      "Sign in as",
      ...system.demoSignIns.map((signIn) => `  ${signIn.username.padEnd(10)} ${signIn.password}   ${signIn.about}`),
    );
  }
  const sandboxes = [
    ...(config.sandbox.mail ? [`mails that would be sent: ${system.url}/sandbox/mail`] : []),
    ...(config.sandbox.payments ? [`payments and the clock:   ${system.url}/sandbox/stripe`] : []),
  ];
  if (sandboxes.length > 0) lines.push("", "Sandboxes", ...sandboxes.map((line) => `  ${line}`));
  return `${lines.join("\n")}\n\n`;
}
