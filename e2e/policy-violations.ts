import type { BrowserContext, Page } from "@playwright/test";

/** Records the content policy violations of this context's pages from now on, one sentence each. */
export async function noteViolations(context: BrowserContext): Promise<readonly string[]> {
  const noted: string[] = [];
  await context.exposeBinding("foyerNoteViolation", (_source, violation: string) => void noted.push(violation));
  await context.addInitScript(() => {
    const reporter = window as unknown as { foyerNoteViolation(violation: string): Promise<void> };
    addEventListener(
      "securitypolicyviolation",
      ({ effectiveDirective, blockedURI, sample, sourceFile, lineNumber }) => {
        const what = `${effectiveDirective} ${blockedURI} ${sample} ${sourceFile}:${lineNumber}`;
        reporter.foyerNoteViolation(`${location.pathname}: ${what}`).catch(() => undefined);
      },
    );
  });
  return noted;
}

/** Returns the failures that the page reports from now on. A served view that React draws again is one. */
export function noteReports(page: Page): readonly string[] {
  const reports: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/err") reports.push(request.postData() ?? "");
  });
  return reports;
}
