import pg from "pg";

/** Returns the answer of `work`, and the number of statements that this process sent to databases in the time. */
export async function countRoundTrips<T>(work: () => Promise<T>): Promise<{ answer: T; trips: number }> {
  const own: { query: (...given: never[]) => unknown } = pg.Client.prototype;
  const { query } = own;
  let trips = 0;
  own.query = function counted(...given) {
    // The pool checks a connection that was not used for a second, as on a busy machine.
    if (given[0] !== "select 1") trips += 1;
    return query.apply(this, given);
  };
  try {
    return { answer: await work(), trips };
  } finally {
    own.query = query;
  }
}
