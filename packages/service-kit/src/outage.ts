const IO_ERROR = "58030";
const DISK_FULL = "53100";
/** SQLSTATE of a write that a server in recovery or a read-only server refuses. */
export const READ_ONLY = "25006";

/** The SQLSTATE of a database error, or null. */
export function sqlState(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}

/** The process or the machine has no file left to open. */
const NO_FILES = /^(EMFILE|ENFILE)$/;

/** True when the database is away, overloaded or read-only: nothing was done, and a retry may succeed. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = sqlState(error) ?? "";
  if (/^(08|57P0|53)/.test(code) || ["55P03", "57014", IO_ERROR, READ_ONLY].includes(code)) return true;
  if (/^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/.test(code))
    return true;
  if (NO_FILES.test(code)) return true;
  return /timeout exceeded when trying to connect|timeout expired|Connection terminated|is not queryable/.test(
    error.message,
  );
}

/** True from the first write of this process that found the database's disk full, until a write has room again. */
let isDiskFull = false;

/** Notes what a request's database error says about the database as a whole. */
export function noteOutage(error: unknown): void {
  if (sqlState(error) === DISK_FULL) isDiskFull = true;
}

/**
 * True while the database's disk is full. Reads succeed on a full disk, so only a write can tell.
 *
 * @param write needs new room on the disk. It runs only after a request found the disk full.
 */
export async function findsDiskFull(write: () => Promise<void>): Promise<boolean> {
  if (!isDiskFull) return false;
  try {
    await write();
    isDiskFull = false;
  } catch (error) {
    if (sqlState(error) !== DISK_FULL) throw error;
  }
  return isDiskFull;
}
