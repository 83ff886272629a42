import type { StaffAccount, StaffAccountPage, StaffLicense } from "@foyer/contract/staff-wire";
import { Notice } from "@foyer/ui/notice";
import { Section } from "@foyer/ui/section";
import { Cell, Table } from "@foyer/ui/table";
import { Tag } from "@foyer/ui/tag";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { words } from "#words/admin";
import { useSearchParams, Link } from "../../shared/screens/router.tsx";
import { Screen } from "../../shared/screens/screen.tsx";
import { shownName } from "../../shared/settings/shown-name.ts";
import { useIsOver } from "../../shared/settings/use-is-over.ts";
import styles from "../admin.module.css";
import { CustomerSection } from "../billing/customer-section.tsx";
import { DevicesSection } from "../devices-section.tsx";
import { Fact } from "../fact.tsx";
import { termOf } from "../license/license-term.ts";
import { Missing } from "../missing.tsx";
import { accountQuery, customerQuery } from "../queries.ts";
import { ActButton, ActMenu, useActDialog } from "../repair/act-buttons.tsx";
import { namesOf } from "../timeline/entry-sentence.ts";
import { mergeTimelines } from "../timeline/timeline-lines.ts";
import { restOf, Timeline } from "../timeline/timeline.tsx";
import { RestoreSection } from "../restores/restore-section.tsx";
import { formatTime } from "../times.ts";
import { licensePage } from "../search/hit-page.ts";
import { accountActs, isOpen, revokeKey, viewAs } from "./account-acts.tsx";
import { AppsSection } from "./apps-section.tsx";

const CLOSED = { 300: words.closed, 301: words.merged } as const;

/** The page of an account: restore, facts, licenses, seats, billing and timeline, with the acts for each. */
export function PersonScreen() {
  const { username = "" } = useParams();
  const [params] = useSearchParams();
  const page = useQuery(accountQuery(username));
  return (
    <Screen
      title={page.data?.account.username ?? username}
      heading={
        <span className={styles.heading}>
          {page.data?.account.username ?? username} {page.data && <Tags page={page.data} />}
        </span>
      }
      actions={page.data ? <Repairs account={page.data.account} /> : null}
    >
      {params.get("view") === "ended" && <Notice kind="info">{words.viewEnded}</Notice>}
      {page.data ? (
        <Person page={page.data} />
      ) : (
        <Missing query={page} failed={words.accountFailed} missing={words.accountMissing} />
      )}
    </Screen>
  );
}

function Repairs({ account }: { account: StaffAccount }) {
  return <ActMenu acts={accountActs(account)} first={isOpen(account) ? viewAs(account.username) : undefined} />;
}

function Tags({ page: { account } }: { page: StaffAccountPage }) {
  const closed = account.account_state === 300 || account.account_state === 301 ? CLOSED[account.account_state] : null;
  return (
    <>
      {closed && <Tag kind="danger">{closed}</Tag>}
      {account.is_staff && <Tag kind="warning">{words.staff}</Tag>}
    </>
  );
}

function Person({ page }: { page: StaffAccountPage }) {
  const { account, timeline } = page;
  const customers = useQueries({ queries: account.customer_id.map((id) => customerQuery(id)) });
  const entries = mergeTimelines(timeline, ...customers.map(({ data }) => data?.timeline ?? []));
  const names = namesOf(
    page.licenses,
    customers.flatMap(({ data }) => data ?? []),
  );
  return (
    <div className={styles.columns}>
      <div className={styles.parts}>
        {page.access_restore && <RestoreSection restore={page.access_restore} />}
        <Facts page={page} />
        <OwnedLicenses licenses={page.licenses} />
        <HeldSeats seats={page.seats} />
        <KeysSection keys={page.license_keys} />
        <DevicesSection devices={page.activations ?? []} />
        <AppsSection username={account.username} apps={page.apps ?? []} />
        {account.customer_id.length === 0 && (
          <Section title={words.billing}>
            <p>{words.noCustomer}</p>
          </Section>
        )}
        {account.customer_id.map((id) => (
          <CustomerSection key={id} id={id} subscription={null} />
        ))}
      </div>
      <Timeline entries={entries} rest={restOf(customers)} names={names} />
    </div>
  );
}

function Facts({ page: { account } }: { page: StaffAccountPage }) {
  return (
    <Section title={words.overview}>
      <dl className={styles.facts}>
        <Fact name={words.email}>
          {account.email}
          {account.pending_email && <p className={styles.small}>{words.pendingEmail(account.pending_email)}</p>}
        </Fact>
        <Fact name={words.accountId} isId>
          {account.id}
        </Fact>
        <Fact name={words.created}>{formatTime(account.created)}</Fact>
        <Fact name={words.lastSignIn}>{account.last_sign_in ? formatTime(account.last_sign_in) : words.never}</Fact>
        <Fact name={words.sessions}>{account.sessions}</Fact>
        <Fact name={words.secondFactor}>{account.second_factor ? words.on : words.off}</Fact>
        {account.closed && (
          <Fact name={words.erasure}>
            {account.is_erased ? words.erased : account.erased_by && words.erasedBy(formatTime(account.erased_by))}
          </Fact>
        )}
        {account.legal_hold_until && (
          <Fact name={words.holds}>{words.heldUntil(formatTime(account.legal_hold_until))}</Fact>
        )}
        {account.is_staff && (
          <Fact name={words.rights}>{account.staff_rights.map((right) => words.rightNames[right]).join(", ")}</Fact>
        )}
        {account.customer_id.length > 0 && (
          <Fact name={words.customers} isId>
            {account.customer_id.join(", ")}
          </Fact>
        )}
      </dl>
    </Section>
  );
}

/** The seats that a person holds, in own licenses and in those of others. */
function HeldSeats({ seats }: { seats: StaffAccountPage["seats"] }) {
  return (
    <Section title={words.heldSeats}>
      {seats.length === 0 ? (
        <p>{words.noSeats}</p>
      ) : (
        <Table dense caption={words.heldSeats} head={[words.license, words.status]}>
          {seats.map(({ license, description, seat }) => (
            <tr key={seat.id}>
              <Cell label={words.license}>
                <Link to={licensePage(license)}>{description}</Link>
              </Cell>
              <Cell label={words.status}>{words.seatStates[seat.status]}</Cell>
            </tr>
          ))}
        </Table>
      )}
    </Section>
  );
}

/** The licenses that a person owns. */
function OwnedLicenses({ licenses }: { licenses: readonly StaffLicense[] }) {
  const isOver = useIsOver();
  return (
    <Section title={words.licenses}>
      {licenses.length === 0 ? (
        <p>{words.noLicenses}</p>
      ) : (
        <Table dense caption={words.licenses} head={[words.license, words.seatsUsedLabel, words.subscription]}>
          {licenses.map((license) => (
            <tr key={license.id}>
              <Cell label={words.license}>
                <div>
                  <Link to={licensePage(license.id)}>{shownName(license.description, license.product_id)}</Link>
                  <p className={styles.id}>{license.id}</p>
                </div>
              </Cell>
              <Cell label={words.seatsUsedLabel}>{words.seatsUsed(license.used_seats, license.total_seats)}</Cell>
              <Cell label={words.subscription}>{termOf(license, isOver(license))}</Cell>
            </tr>
          ))}
        </Table>
      )}
    </Section>
  );
}

/** The legacy keys that a person registered. Absent without keys. */
function KeysSection({ keys }: { keys: StaffAccountPage["license_keys"] }) {
  const { open, dialog } = useActDialog("keys");
  return (
    <>
      {keys.length > 0 && (
        <Section title={words.keys}>
          <Table dense caption={words.keys} head={[words.key, words.keyOwner, words.actions]}>
            {keys.map(({ key, owner }) => (
              <tr key={key}>
                <Cell label={words.key} className={styles.id}>
                  {key}
                </Cell>
                <Cell label={words.keyOwner}>{owner}</Cell>
                <Cell label="">
                  <ActButton act={revokeKey(key)} look="quiet" onOpen={open} />
                </Cell>
              </tr>
            ))}
          </Table>
        </Section>
      )}
      {dialog}
    </>
  );
}
