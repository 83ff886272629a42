import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../../../", import.meta.url));

/** Properties and values that say left and right, where a mirrored page has start and end. */
const physical =
  /^\s*(?:(?:margin|padding|border)-(?:left|right)\b|(?:left|right):|border-(?:top|bottom)-(?:left|right)-radius|(?:text-align|float|clear): (?:left|right)|transform: translateX)/;
/** A shorthand with four values, of which the second is the right side and the fourth the left. */
const fourValues = /^\s*(?:margin|padding|inset): (.+);/;

function isUneven(line: string): boolean {
  const [, values = ""] = fourValues.exec(line) ?? [];
  const sides = values.match(/(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];
  return sides.length === 4 && sides[1] !== sides[3];
}

test("LOOK-18 styles know start and end and no left and right, so that a page can be mirrored", () => {
  const files = ["packages/ui/src", "apps/portal/src"].flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".css"))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  expect(files.length).toBeGreaterThan(20);
  const faults = files.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, at) =>
        physical.test(line) || isUneven(line) ? [`${relative(root, file)}:${at + 1} ${line.trim()}`] : [],
      ),
  );
  expect(faults).toEqual([]);
});
