const IO_ERROR = "58030";
/** SQLSTATE of a write that a server in recovery or a read-only server refuses. */
export const READ_ONLY = "25006";

/** The SQLSTATE of a database error, or null. */
export function sqlState(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}

/** True when the database is away, overloaded or read-only: nothing was done, and a retry may succeed. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = sqlState(error) ?? "";
  if (/^(08|57P0|53)/.test(code) || ["55P03", "57014", IO_ERROR, READ_ONLY].includes(code)) return true;
  if (/^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/.test(code))
    return true;
  return /timeout exceeded when trying to connect|timeout expired|Connection terminated|is not queryable/.test(
    error.message,
  );
}
