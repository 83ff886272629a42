import { Button } from "@foyer/ui/button";
import { useEffect, useRef } from "react";
import { words } from "#words/discounts";
import { Actions, Panel } from "../shared/screens/panel.tsx";
import { CouponField } from "./coupon-field.tsx";

interface RefusedCodeProps {
  code: string;
  error: string;
  busy: boolean;
  /** Asks for the quote with that code, or without one. */
  onCoupon: (code: string | null) => void;
}

/** Says why a code was refused, and offers another try or a quote without a code. */
export function RefusedCode({ code, error, busy, onCoupon }: RefusedCodeProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector("input")?.focus(), [error]);
  return (
    <Panel>
      <h2>{words.codeRefused}</h2>
      <div ref={place}>
        <CouponField code={code} error={error} busy={busy} onApply={onCoupon} />
      </div>
      <Actions>
        <Button disabled={busy} onClick={() => onCoupon(null)}>
          {words.without}
        </Button>
      </Actions>
    </Panel>
  );
}
