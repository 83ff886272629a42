import { type Config, readConfig } from "@foyer/service-kit/config";

/** Returns the settings. Prints one line for each fault and returns null if there are any. */
export function settingsOrFaults(): Config | null {
  const read = readConfig(process.env);
  if ("config" in read) return read.config;
  process.stderr.write(
    `Foyer cannot start with these settings:\n${read.faults.map((fault) => `  ${fault}\n`).join("")}`,
  );
  return null;
}
