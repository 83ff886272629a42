import type { Checkout } from "@foyer/contract/checkout";
import { Button } from "@foyer/ui/button";
import { useEffect, useRef, useState } from "react";
import { words } from "#words/discounts";
import { discountName, discountTerms } from "../shared/money/discount-text.ts";
import styles from "./coupon-field.module.css";
import { CouponField } from "./coupon-field.tsx";

interface CouponSectionProps {
  coupon: Checkout["coupon"];
  /** True for a single payment, which has no later payments. */
  isOnce: boolean;
  busy: boolean;
  /** Asks for a new quote, with that code or without one. */
  onCoupon: (code: string | null) => void;
}

/** The code of a quote and its discount, or a field to type one (BUY-10). */
export function CouponSection({ coupon, isOnce, busy, onCoupon }: CouponSectionProps) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) place.current?.querySelector("input")?.focus();
  }, [isOpen]);
  if (coupon) {
    return (
      <div className={styles.applied}>
        <p>
          <strong className={styles.code}>{words.codeApplied(coupon.code)}</strong>
          {": "}
          {isOnce ? discountName(coupon) : discountTerms(coupon)}
        </p>
        <Button small disabled={busy} aria-label={words.removeCode(coupon.code)} onClick={() => onCoupon(null)}>
          {words.remove}
        </Button>
      </div>
    );
  }
  if (!isOpen) {
    return (
      <div className={styles.open}>
        <Button small look="quiet" disabled={busy} onClick={() => setOpen(true)}>
          {words.haveCode}
        </Button>
      </div>
    );
  }
  return (
    <div ref={place}>
      <CouponField code="" error={null} busy={busy} onApply={onCoupon} />
    </div>
  );
}
