const DISK_FULL = "53100";
/** SQLSTATE of a write that a server in recovery or a read-only server refuses. */
export const READ_ONLY = "25006";

/** The SQLSTATE of a database error, or null. */
export function sqlState(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}

/** Lost connection, shutdown, no resources; lock or statement over its time limit; input or output error; read-only server. */
const OUTAGE_STATE = /^(08|57P0|53|55P03|57014|58030|25006)/;
/** The server cannot be reached, or this process or machine can open no further file. */
const OUTAGE_CODE =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EMFILE|ENFILE)$/;
/** The driver's and its pool's own errors, which have no code. */
const OUTAGE_MESSAGE = /timeout exceeded when trying to connect|timeout expired|Connection terminated|is not queryable/;

/** True when the database is away, overloaded or read-only: the statement changed nothing, and a retry may succeed. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = sqlState(error) ?? "";
  return OUTAGE_STATE.test(code) || OUTAGE_CODE.test(code) || OUTAGE_MESSAGE.test(error.message);
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
