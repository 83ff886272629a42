import { call } from "@foyer/api-client/client";
import type { UnactivatedRegistration } from "@foyer/contract/licenses";
import { buttonClass } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { Progress } from "@foyer/ui/spinner";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Navigate, useLocation } from "react-router";
import { words as screens } from "#words/screens";
import { words } from "#words/upgrade";
import { Link } from "../shared/screens/router.tsx";
import { api } from "../shared/requests/api.ts";
import { BackLink } from "../shared/screens/back-link.tsx";
import { sentenceOf } from "../shared/failures/failure-sentence.ts";
import { noteNavigation, Screen } from "../shared/screens/screen.tsx";
import { useSession } from "../shared/session/session.ts";
import { useSubmit } from "../shared/forms/use-submit.ts";
import { UpgradeForm } from "./upgrade-form.tsx";

interface Chosen {
  seats: readonly string[];
  unassigned: number;
}

/** Assigns purchased upgrades to seats. Requires the upgrade in the router's state (ROUTE-06). */
export function UpgradeScreen() {
  const { signedIn } = useSession();
  const upgrade = upgradeIn(useLocation().state);
  if (!signedIn || !upgrade) return <Navigate to="/" replace />;
  return <Upgrade upgrade={upgrade} />;
}

function upgradeIn(state: unknown): UnactivatedRegistration | null {
  if (typeof state !== "object" || state === null || !("upgrade" in state)) return null;
  // Only the account page writes it, with data from the service.
  return state.upgrade as UnactivatedRegistration;
}

function Upgrade({ upgrade }: { upgrade: UnactivatedRegistration }) {
  const queries = useQueryClient();
  const [count, setCount] = useState<number | null>(null);
  const upgrading = useSubmit(async ({ seats, unassigned }: Chosen) => {
    const body = { registration_id: upgrade.registration_id, seats: [...seats], unassigned };
    const done = await call(api, "activateUpgrade", { body, idempotencyKey: crypto.randomUUID() });
    noteNavigation();
    setCount(done.seats_moved + done.unassigned);
    await queries.invalidateQueries();
  });
  if (count !== null) return <Upgraded count={count} />;
  return (
    <Screen
      title={words.pageTitle}
      heading={words.heading(upgrade.from_name, upgrade.upgrade_name)}
      width="text"
      above={<BackLink />}
    >
      {upgrading.failure !== null && (
        <Notice kind="danger" title={words.error} answers>
          <p>{sentenceOf(upgrading.failure)}</p>
          <p>{words.errorHelp}</p>
        </Notice>
      )}
      {upgrading.busy && <Progress label={words.upgrading} />}
      <UpgradeForm upgrade={upgrade} busy={upgrading.busy} onUpgrade={upgrading.submit} />
    </Screen>
  );
}

function Upgraded({ count }: { count: number }) {
  return (
    <Screen title={words.pageTitle} heading={words.success(count)} width="text" above={<BackLink />}>
      <p role="status">{words.successHelp}</p>
      <p>
        <Link to="/" className={buttonClass({ look: "primary" })}>
          {screens.backToAccounts}
        </Link>
      </p>
    </Screen>
  );
}
