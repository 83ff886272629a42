import * as fc from "fast-check";
import { expect, test } from "vitest";
import { creditedTax, type Credited } from "./credit-tax.ts";

test("DOC-06 the taxes of partial credit notes are to the cent, and together the invoice's tax (FAULT-49)", () => {
  expect(creditedTax({ tax: 1_900, total: 11_900 }, [{ total: 11_900, tax: null }])).toBe(1_900);
  expect(creditedTax({ tax: 1_900, total: 11_900 }, [{ total: 119, tax: null }])).toBe(19);
  const parts = fc.array(fc.record({ total: fc.integer({ min: 1, max: 50_000 }), isNamed: fc.boolean() }), {
    minLength: 1,
  });
  fc.assert(
    fc.property(parts, fc.integer({ min: 0, max: 40 }), (list, percent) => {
      const total = list.reduce((sum, one) => sum + one.total, 0);
      const tax = Math.round((total * percent) / (100 + percent));
      const notes: Credited[] = [];
      let taxed = 0;
      for (const one of list) {
        const own = creditedTax({ tax, total }, [...notes, { total: one.total, tax: null }]);
        expect(Math.abs(own - (tax * one.total) / total)).toBeLessThanOrEqual(1);
        notes.push({ total: one.total, tax: one.isNamed ? own : null });
        taxed += own;
      }
      expect(taxed).toBe(tax);
    }),
  );
});
