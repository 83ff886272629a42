import { parseProductId } from "./product-id.ts";

/** One wording rule of the brand: names of a product that end in one way are shown with another ending. */
export interface DisplayRule {
  /** Product code that the id must carry: `OUTLINE`. */
  readonly productCode: string;
  /** `5 for Mac`; stands at the start of the name or after something that is neither letter nor digit. */
  readonly endsWith: string;
  /** `5 Essentials for Mac` */
  readonly becomes: string;
}

/**
 * A license's or product's name as people see it, by the brand's rules (TEAM-03); the first rule that fits is used, once.
 *
 * `Outliner 15 for Mac` does not end in `5 for Mac`, as its last number is another one.
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
