import type { CallReply } from "@foyer/api-client/call-types";
import type { Passkey } from "@foyer/contract/passkeys";
import { formatDate } from "@foyer/domain/dates";
import { Button } from "@foyer/ui/button";
import { announce } from "@foyer/ui/live-region";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { words } from "#words/passkeys";
import { later } from "../../shared/screens/part.tsx";
import { isFirstLoad, MissingParts } from "../../shared/screens/loaded.tsx";
import { mutedClass } from "../../shared/screens/panel.tsx";
import { passkeysHere } from "../../shared/passkeys/passkeys-here.ts";
import { userQuery } from "../../shared/requests/queries.ts";
import styles from "../account-page.module.css";
import { readStoredView } from "../../shared/storage/stored.ts";
import { sectionIds } from "../section-ids.ts";
import { passkeysQuery, sessionsQuery } from "./security-queries.ts";
import { SecurityRow, useFold } from "./security-row.tsx";

const AddDialog = later(async () => (await import("./passkey-dialogs.tsx")).AddPasskeyDialog);
const RenameDialog = later(async () => (await import("./passkey-dialogs.tsx")).RenamePasskeyDialog);
const RemoveDialog = later(async () => (await import("./passkey-dialogs.tsx")).RemovePasskeyDialog);

type Open = { readonly what: "add" } | { readonly what: "rename" | "remove"; readonly passkey: Passkey };

/** The account's passkeys: add, rename, remove (KEY-01). */
export function Passkeys() {
  const held = useQuery(passkeysQuery);
  const queries = useQueryClient();
  const [open, setOpen] = useState<Open | null>(null);
  const fold = useFold(sectionIds.passkeys);
  const { data } = held;
  const passkeys = data?.passkeys ?? [];
  const add = data && whyNot(data) === null && (
    <Button small onClick={() => setOpen({ what: "add" })}>
      {words.add}
    </Button>
  );
  const onClose = () => setOpen(null);
  useEffect(() => {
    if (held.data) signalAccepted(held.data);
  }, [held.data]);

  function changed(said: string) {
    setOpen(null);
    fold[1](true);
    for (const { queryKey } of [passkeysQuery, sessionsQuery, userQuery]) void queries.invalidateQueries({ queryKey });
    announce(said);
  }

  return (
    <SecurityRow
      title={words.title}
      id={sectionIds.passkeys}
      state={data && (passkeys.length > 0 ? words.count(passkeys.length) : <NoPasskey answer={data} />)}
      isLoading={isFirstLoad(held)}
      fold={passkeys.length > 0 ? fold : undefined}
      action={passkeys.length === 0 && add}
    >
      <MissingParts queries={[held]} title={words.failed} />
      {data && passkeys.length > 0 && (
        <>
          <ul className={styles.rows} aria-label={words.title}>
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} onOpen={(what) => setOpen({ what, passkey })} />
            ))}
          </ul>
          {add ? <div>{add}</div> : <p className={mutedClass}>{whyNot(data)}</p>}
        </>
      )}
      <Suspense>
        {open?.what === "add" && <AddDialog onClose={onClose} onAdded={(name) => changed(words.added(name))} />}
        {open?.what === "rename" && (
          <RenameDialog passkey={open.passkey} onClose={onClose} onRenamed={(name) => changed(words.renamed(name))} />
        )}
        {open?.what === "remove" && (
          <RemoveDialog passkey={open.passkey} onClose={onClose} onRemoved={() => changed(words.removed)} />
        )}
      </Suspense>
    </SecurityRow>
  );
}

function NoPasskey({ answer }: { answer: CallReply<"listPasskeys"> }) {
  return (
    <>
      {words.none} {whyNot(answer)}
    </>
  );
}

/** Returns why no passkey can be added here now; null if one can be added. */
function whyNot({ origin, passkeys, limit }: CallReply<"listPasskeys">): ReactNode | null {
  if (origin === null) return words.nowhere;
  if (origin !== location.origin) {
    return (
      <>
        {words.elsewhere} <a href={origin}>{origin}</a>
      </>
    );
  }
  if (!passkeysHere()) return words.unsupported;
  return passkeys.length >= limit ? words.full(limit) : null;
}

interface PasskeyRowProps {
  passkey: Passkey;
  onOpen: (what: "rename" | "remove") => void;
}

function PasskeyRow({ passkey: { name, created, last_used: used, backed_up: backedUp }, onOpen }: PasskeyRowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p className={styles.name}>{name}</p>
        <p className={styles.details}>
          <span>{words.since(formatDate(created))}</span>
          <span>{used === null ? words.neverUsed : words.lastUsed(formatDate(used))}</span>
          {backedUp && <span>{words.backedUp}</span>}
        </p>
      </div>
      <div className={styles.rowActions}>
        <Button small look="quiet" aria-label={words.renameOf(name)} onClick={() => onOpen("rename")}>
          {words.rename}
        </Button>
        <Button small aria-label={words.removeOf(name)} onClick={() => onOpen("remove")}>
          {words.remove}
        </Button>
      </div>
    </li>
  );
}

/** Tells the platform which passkeys the account still has, so that it stops offering removed ones, if it supports that. */
function signalAccepted({ accepted }: Pick<CallReply<"listPasskeys">, "accepted">) {
  // A staff member who views the account does not hold its passkeys.
  if (!accepted || !passkeysHere() || readStoredView()) return;
  const { PublicKeyCredential: kind } = window;
  if (!("signalAllAcceptedCredentials" in kind)) return;
  const { rp_id: rpId, user_id: userId, credential_ids: ids } = accepted;
  void kind.signalAllAcceptedCredentials({ rpId, userId, allAcceptedCredentialIds: ids }).catch(() => null);
}
