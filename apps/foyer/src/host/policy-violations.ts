import { excessOf } from "@foyer/domain/json-bounds";
import { z } from "zod";
import { keepableValue, type Report } from "./browser-report.ts";

/** Maximum number per batch. A page usually breaks its policy in few ways. */
const VIOLATIONS_MAX = 10;
const BOUNDS = { fields: 2_000, items: 100, itemsInAll: 1_000, depth: 6 } as const;

const text = z.string().catch("");
const line = z.number().catch(0);

/** `application/csp-report`: the body for `report-uri`. */
const single = z.object({
  "csp-report": z
    .object({
      "document-uri": text,
      "blocked-uri": text,
      "effective-directive": z.string().optional().catch(undefined),
      "violated-directive": text,
      "source-file": text,
      "line-number": line,
    })
    .transform((found) => ({
      page: found["document-uri"],
      blocked: found["blocked-uri"],
      directive: found["effective-directive"] ?? found["violated-directive"],
      source: found["source-file"],
      line: found["line-number"],
    })),
});

/** One element of `application/reports+json`: the body for `report-to`. */
const batched = z.object({
  type: z.literal("csp-violation"),
  body: z
    .object({
      documentURL: text,
      blockedURL: text,
      effectiveDirective: text,
      sourceFile: text.nullable().transform((file) => file ?? ""),
      lineNumber: line,
    })
    .transform((found) => ({
      page: found.documentURL,
      blocked: found.blockedURL,
      directive: found.effectiveDirective,
      source: found.sourceFile,
      line: found.lineNumber,
    })),
});

type Violation = z.output<typeof batched>["body"];

/**
 * Parses policy violations in both formats.
 *
 * Addresses lose their query and fragment, and the refused code or text is dropped, because both can
 * contain secrets. Violations by browser extensions are left out.
 *
 * @returns at most ten, and an empty list for other formats.
 */
export function readViolations(body: string): Report[] {
  return violationsIn(body)
    .filter(({ blocked, source }) => !isOfExtension(blocked) && !isOfExtension(source))
    .slice(0, VIOLATIONS_MAX)
    .map(({ page, blocked, directive, source, line: at }) => ({
      message: `content policy: ${directive.slice(0, 60) || "a directive"} refused ${shownAddress(blocked) || "something"}`,
      path: pathIn(page),
      revision: "",
      detail: JSON.stringify({ source: shownAddress(source), line: at }),
    }));
}

function violationsIn(body: string): Violation[] {
  if (excessOf(body, BOUNDS) !== null) return [];
  try {
    const given: unknown = JSON.parse(body, keepableValue);
    if (Array.isArray(given))
      return given.flatMap((one) => {
        const read = batched.safeParse(one);
        return read.success ? [read.data.body] : [];
      });
    const read = single.safeParse(given);
    return read.success ? [read.data["csp-report"]] : [];
  } catch {
    return [];
  }
}

const isOfExtension = (address: string): boolean => /^[\w-]*-extension(:|$)/.test(address);

/** Returns origin and path of an address. Keeps a keyword such as `inline` or `trusted-types-sink`. */
function shownAddress(address: string): string {
  const { origin, pathname, protocol } = URL.parse(address) ?? {};
  if (origin === undefined || pathname === undefined) return address.slice(0, 40).replaceAll(/[?#\s].*/gs, "");
  return (/^https?:$/.test(protocol ?? "") ? `${origin}${pathname}` : (protocol ?? "")).slice(0, 300);
}

const pathIn = (address: string): string => (URL.parse(address)?.pathname ?? "").slice(0, 500);
