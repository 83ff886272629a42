import { type Config, readConfig } from "@foyer/service-kit/config";

/** The settings, or null after each fault was told in a line of its own. */
export function settingsOrFaults(): Config | null {
  const read = readConfig(process.env);
  if ("config" in read) return read.config;
  process.stderr.write(
    `Foyer cannot start with these settings:\n${read.faults.map((fault) => `  ${fault}\n`).join("")}`,
  );
  return null;
}
