/** Whether `isWanted` holds of a text or of a field's name somewhere in `value`; walked without recursion, each value once. */
function someText(value: unknown, isWanted: (text: string) => boolean): boolean {
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === "string" && isWanted(next)) return true;
    if (typeof next !== "object" || next === null) continue;
    if (!Array.isArray(next) && Object.keys(next).some(isWanted)) return true;
    for (const item of Array.isArray(next) ? (next as unknown[]) : Object.values(next)) left.push(item);
  }
  return false;
}

/** Whether a text somewhere in `value`, which JSON or a form was read to, holds NUL: PostgreSQL cannot keep it. */
export function holdsNul(value: unknown): boolean {
  return someText(value, (text) => text.includes("\u0000"));
}

/**
 * Whether a text somewhere in `value` holds half a surrogate pair. JSON can spell one (`"\ud800"`), but UTF-8 cannot, so
 * PostgreSQL would keep another text, or none.
 */
export function holdsLoneSurrogate(value: unknown): boolean {
  return someText(value, (text) => !text.isWellFormed());
}
