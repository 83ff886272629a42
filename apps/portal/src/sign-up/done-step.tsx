import { buttonClass } from "@foyer/ui/button";
import { useState } from "react";
import { words } from "#words/sign-up";
import { Link } from "../shared/screens/router.tsx";
import { formClass } from "../shared/screens/panel.tsx";
import { nextAddress } from "./sign-up.ts";
import { forgetOrigin, keepDone, readOrigin } from "./stored-sign-up.ts";

/** The account exists; Continue leads back to the page from which the person came. */
export function DoneStep({ username }: { username: string }) {
  const [target] = useState(() => {
    const { invitation, returnLink, isAgreed } = readOrigin();
    return nextAddress(invitation, returnLink, isAgreed);
  });
  const look = buttonClass({ look: "primary", wide: true });
  const go = target === "/buy" ? words.continueOrder : words.continue;
  function leave() {
    keepDone(null);
    forgetOrigin();
  }
  return (
    <div className={formClass}>
      <p>{words.done(username)}</p>
      {target.startsWith("/") ? (
        <Link to={target} className={look} onClick={leave}>
          {go}
        </Link>
      ) : (
        <a href={target} className={look} onClick={leave}>
          {go}
        </a>
      )}
    </div>
  );
}
