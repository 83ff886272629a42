import { parseProductId } from "./product-id.ts";

/** A rule of the brand that replaces the ending of product names. */
export interface DisplayRule {
  /** Product code in the id, for example `OUTLINE`. */
  readonly productCode: string;
  /** For example `5 for Mac`. Must be the whole name or follow a character that is neither letter nor digit. */
  readonly endsWith: string;
  /** For example `5 Essentials for Mac`. */
  readonly becomes: string;
}

/**
 * Returns the displayed name of a license or product by the brand's rules (TEAM-03). Applies the first
 * matching rule once.
 *
 * `Outliner 15 for Mac` does not match `5 for Mac`, because its number is 15.
 */
export function displayName(name: string, productId: string, rules: readonly DisplayRule[]): string {
  const { code } = parseProductId(productId);
  for (const rule of rules) {
    if (rule.productCode !== code || !name.endsWith(rule.endsWith)) continue;
    const head = name.slice(0, name.length - rule.endsWith.length);
    if (!/[\p{L}\p{N}]$/u.test(head)) return head + rule.becomes;
  }
  return name;
}
