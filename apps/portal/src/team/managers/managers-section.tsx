import { call } from "@foyer/api-client/client";
import type { ManagedLicense } from "@foyer/contract/licenses";
import type { Manager } from "@foyer/contract/managers";
import { canRemoveManager, removersOf } from "@foyer/domain/managers";
import { Button } from "@foyer/ui/button";
import { TextField } from "@foyer/ui/field";
import { announce } from "@foyer/ui/live-region";
import { Skeleton } from "@foyer/ui/placeholders";
import { Section } from "@foyer/ui/section";
import { Tag } from "@foyer/ui/tag";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { words as sending } from "#words/sending";
import { words } from "#words/team";
import { QueryFailure } from "../../shared/screens/loaded.tsx";
import { api } from "../../shared/requests/api.ts";
import { sentenceOf } from "../../shared/failures/failure-sentence.ts";
import { mutedClass } from "../../shared/screens/panel.tsx";
import { userQuery } from "../../shared/requests/queries.ts";
import { eventsKey } from "../../shared/subscription/subscription-queries.ts";
import { wantsProof } from "../../shared/failures/refusal-of.ts";
import { managersQuery } from "../../shared/subscription/managers-query.ts";
import { ProofDialog } from "../../shared/proof/proof-dialog.tsx";
import { RemoveManagerDialog } from "./remove-manager-dialog.tsx";
import { sectionIds } from "../team-index.tsx";
import styles from "./managers-section.module.css";
import { useKept } from "../../shared/forms/use-kept.ts";

/** A manager to add, or to make the contact. */
interface Wanted {
  account_name: string;
  contact?: boolean;
}

/** The managers of the license: add, hand over, remove; the last one stays. Changes require a recent password proof. */
export function ManagersSection({ license }: { license: ManagedLicense }) {
  const client = useQueryClient();
  const query = managersQuery(license.id);
  const managers = useQuery(query);
  const own = useQuery(userQuery).data?.username ?? null;
  const [leaving, setLeaving] = useState<Manager | null>(null);
  const [unproved, setUnproved] = useState<Wanted | null>(null);
  const [name, setName] = useKept("new-manager", "");
  const field = useRef<HTMLInputElement>(null);

  function keep(list: readonly Manager[]) {
    client.setQueryData(query.queryKey, [...list]);
    void client.invalidateQueries({ queryKey: eventsKey(license.id) });
  }
  const add = useMutation({
    mutationFn: async (input: Wanted & { password?: string }) =>
      await call(api, "addManager", { params: { id: license.id }, body: input }),
    onSuccess: ({ managers: list }, { account_name: added, contact }) => {
      keep(list);
      announce(contact ? words.handedOver(added) : words.managerAdded(added));
      if (!contact) setName("");
      field.current?.focus();
    },
    onError: (failure, { account_name, contact }) => {
      if (wantsProof(failure)) setUnproved({ account_name, ...(contact && { contact }) });
    },
  });

  return (
    <Section title={words.managersTitle} id={sectionIds.managers}>
      <p className={mutedClass}>{words.managersText}</p>
      {managers.isPending && <Skeleton label={words.loading} lines={[0.6, 0.6]} />}
      {managers.isError && <QueryFailure title={words.managersFailed} query={managers} />}
      <ul className={styles.managers}>
        {managers.data?.map((manager) => (
          <ManagerRow
            key={manager.username}
            manager={manager}
            managers={managers.data}
            own={own}
            handingOver={add.isPending && add.variables.account_name === manager.username}
            onHandOver={() => add.mutate({ account_name: manager.username, contact: true })}
            onRemove={() => setLeaving(manager)}
          />
        ))}
      </ul>
      {managers.data?.length === 1 && <p className={mutedClass}>{words.lastManager}</p>}
      <form
        className={styles.add}
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== "" && !add.isPending) add.mutate({ account_name: name.trim() });
        }}
      >
        <TextField
          ref={field}
          label={words.accountName}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={name}
          error={add.isError && unproved === null && !wantsProof(add.error) ? sentenceOf(add.error) : null}
          onChange={(event) => {
            setName(event.target.value);
            if (add.isError) add.reset();
          }}
        />
        <Button type="submit" disabled={name.trim() === ""} busy={add.isPending && !add.variables.contact}>
          {words.addManager}
        </Button>
      </form>
      {unproved && (
        <ProofDialog
          text={words.proofText}
          waitsFor={sending.managers}
          unheard={sending.unheardSafe}
          act={async (proof) => {
            await add.mutateAsync({ ...unproved, ...proof });
          }}
          returnTo={field}
          onClose={() => {
            setUnproved(null);
            add.reset();
          }}
        />
      )}
      {leaving && (
        <RemoveManagerDialog
          licenseId={license.id}
          manager={leaving}
          isOwn={leaving.username === own}
          onRemoved={keep}
          returnTo={field}
          onClose={() => setLeaving(null)}
        />
      )}
    </Section>
  );
}

interface ManagerRowProps {
  manager: Manager;
  managers: readonly Manager[];
  /** The account name of the signed-in person. */
  own: string | null;
  handingOver: boolean;
  onHandOver: () => void;
  onRemove: () => void;
}

/** One manager, with the available actions; if only another manager may act, names that manager. */
function ManagerRow({ manager, managers, own, handingOver, onHandOver, onRemove }: ManagerRowProps) {
  const reason = useId();
  const isOwn = manager.username === own;
  const by = managers.find(({ username }) => username === own);
  const isKept = by !== undefined && !canRemoveManager(by, manager);
  return (
    <li className={styles.manager}>
      <div className={styles.who}>
        <span className={styles.name}>{manager.username}</span>
        {manager.is_contact && <Tag kind="info">{words.contact}</Tag>}
        {manager.is_payer && <Tag>{words.payer}</Tag>}
        {isOwn && <Tag>{words.you}</Tag>}
        <span className={styles.email}>{manager.email || words.notSeenYet}</span>
      </div>
      <div className={styles.acts}>
        {!manager.is_contact && (
          <Button
            small
            look="quiet"
            aria-label={words.handOverTo(manager.username)}
            busy={handingOver}
            onClick={onHandOver}
          >
            {words.handOver}
          </Button>
        )}
        {managers.length > 1 && (
          <Button
            small
            look="quiet"
            disabled={isKept}
            aria-label={isOwn ? words.leave : words.removeManagerOf(manager.username)}
            aria-describedby={isKept ? reason : undefined}
            onClick={onRemove}
          >
            {isOwn ? words.leave : words.removeManager}
          </Button>
        )}
      </div>
      {isKept && (
        <p id={reason} className={styles.reason}>
          {words.keptManager(manager.username, removersOf(managers, manager))}
        </p>
      )}
    </li>
  );
}
