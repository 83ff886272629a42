// Checks that the subject of each commit since SINCE has at most 72 characters: `npm run commits`.
import { spawnSync } from "node:child_process";

const MOST = 72;
/** Older commits may have longer subjects. */
const SINCE = "2026-11-25T00:00:00Z";

const log = spawnSync("git", ["log", `--since=${SINCE}`, "--format=%h %s"], { encoding: "utf8" });
if (log.status !== 0) {
  console.log("No commits to check: this folder has no history.");
} else {
  const commits = log.stdout.split("\n").filter((line) => line !== "");
  const long = commits.filter((line) => line.slice(line.indexOf(" ") + 1).length > MOST);
  for (const line of long) console.error(`The subject has more than ${MOST} characters: ${line}`);
  console.log(`${long.length} long subjects, ${commits.length} commits`);
  if (long.length > 0) process.exitCode = 1;
}
