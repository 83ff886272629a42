import type { AccessRestore } from "@foyer/contract/access-restore-wire";
import { Section } from "@foyer/ui/section";
import { Tag, type TagKind } from "@foyer/ui/tag";
import { useQuery } from "@tanstack/react-query";
import { words } from "#words/admin-restores";
import { userQuery } from "../../shared/requests/queries.ts";
import { serviceClockQuery } from "../../shared/settings/service-clock.ts";
import styles from "../admin.module.css";
import { Fact } from "../fact.tsx";
import { useRights } from "../use-rights.ts";
import { ActButton, useActDialog } from "../repair/act-buttons.tsx";
import type { OfferedAct } from "../repair/offered-act.ts";
import { formatTime } from "../times.ts";
import { agreeToRestore, stopRestore } from "./restore-acts.ts";
import { whatComesNext } from "./what-comes-next.ts";

const MINUTE_MS = 60_000;

const looks: Readonly<Record<AccessRestore["state"], TagKind>> = {
  asked: "warning",
  waiting: "info",
  done: "success",
  stopped: "neutral",
};

export function RestoreTag({ state }: Pick<AccessRestore, "state">) {
  return <Tag kind={looks[state]}>{words.states[state]}</Tag>;
}

/** The newest restore of an account: its state, the staff members involved, and the acts for it. */
export function RestoreSection({ restore }: { restore: AccessRestore }) {
  const { data: now } = useQuery({ ...serviceClockQuery, refetchInterval: MINUTE_MS });
  return (
    <Section
      title={restore.kind === "address" ? words.addressTitle : words.title}
      actions={<RestoreTag state={restore.state} />}
    >
      <p role="status">{whatComesNext(restore, now)}</p>
      <dl className={styles.facts}>
        <Fact name={words.address}>{restore.email}</Fact>
        <Fact name={words.askedBy}>{words.by(restore.asked_by, formatTime(restore.asked))}</Fact>
        {restore.agreed_by !== null && restore.agreed !== null && (
          <Fact name={words.agreedBy}>{words.by(restore.agreed_by, formatTime(restore.agreed))}</Fact>
        )}
        <Fact name={words.reason}>{restore.reason}</Fact>
      </dl>
      <Decide restore={restore} />
    </Section>
  );
}

/** The steps of a restore that has not ended. */
function Decide({ restore }: { restore: AccessRestore }) {
  const may = useRights();
  const { open, dialog } = useActDialog("restore");
  if (!may("restore_access")) return null;
  return (
    <>
      {restore.ended === null && <Steps restore={restore} onOpen={open} />}
      {dialog}
    </>
  );
}

interface StepsProps {
  readonly restore: AccessRestore;
  readonly onOpen: (act: OfferedAct) => void;
}

/** Any staff member may stop a restore. Only a second one may agree to it. */
function Steps({ restore, onOpen }: StepsProps) {
  const own = useQuery(userQuery).data?.username === restore.asked_by;
  const mayAgree = restore.state === "asked" || restore.kind === "address";
  return (
    <>
      {restore.kind === "address" && <p className={styles.small}>{words.orAgreed}</p>}
      {restore.state === "asked" && own && <p className={styles.small}>{words.ownAsk}</p>}
      <div className={styles.acts}>
        {mayAgree && !own && <ActButton act={agreeToRestore(restore)} look="primary" small={false} onOpen={onOpen} />}
        <ActButton act={stopRestore(restore)} small={false} onOpen={onOpen} />
      </div>
    </>
  );
}
