import type { Purchase } from "@foyer/contract/licenses";
import { Button } from "@foyer/ui/button";
import { Suspense, useState } from "react";
import { words } from "#words/account";
import { later } from "../../shared/screens/part.tsx";
import { shownName } from "../../shared/settings/shown-name.ts";

const ReplaceKeyDialog = later(async () => (await import("./replace-key-dialog.tsx")).ReplaceKeyDialog);

/** The button beside a license key that replaces the key (MOVE-02). Absent for a revoked key. */
export function ReplaceKey({ purchase }: { purchase: Purchase }) {
  const [isOpen, setOpen] = useState(false);
  if (purchase.key_revoked_at !== undefined) return null;
  const name = shownName(purchase.description, purchase.product_id);
  return (
    <>
      <Button small look="quiet" aria-label={words.actOn(words.replaceKey, name)} onClick={() => setOpen(true)}>
        {words.replaceKey}
      </Button>
      <Suspense>
        {isOpen && <ReplaceKeyDialog license={purchase.registration_id} name={name} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
