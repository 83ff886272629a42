/**
 * True when `isWanted` holds for a text or a field's name at any depth of `value`. Works without recursion and visits each value
 * once.
 */
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

/** True when a text at any depth of `value` contains NUL, which PostgreSQL cannot store. */
export function holdsNul(value: unknown): boolean {
  return someText(value, (text) => text.includes("\u0000"));
}

/**
 * True when a text at any depth of `value` contains half a surrogate pair. JSON can express one (`"\ud800"`) but UTF-8 cannot, so
 * PostgreSQL would store another text, or none.
 */
export function holdsLoneSurrogate(value: unknown): boolean {
  return someText(value, (text) => !text.isWellFormed());
}
