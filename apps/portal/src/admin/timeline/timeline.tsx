import type { TimelineEntry } from "@foyer/contract/staff-wire";
import { Button } from "@foyer/ui/button";
import { EmptyState, Skeleton } from "@foyer/ui/placeholders";
import { Section } from "@foyer/ui/section";
import { Tag, type TagKind } from "@foyer/ui/tag";
import { useState } from "react";
import { words } from "#words/admin";
import { titles } from "#words/admin-events";
import styles from "../admin.module.css";
import { Choices } from "../choices.tsx";
import { changeRows, fieldName, valueText } from "../repair/change-rows.ts";
import { formatTime } from "../times.ts";

type Kind = TimelineEntry["kind"];

const PAGE = 25;
const looks: Readonly<Record<Kind, TagKind>> = {
  security: "neutral",
  license: "info",
  mail: "neutral",
  staff: "warning",
  provider: "info",
  payment: "success",
};

interface TimelineProps {
  entries: readonly TimelineEntry[];
  /** Where a service's part is: on its way, or missing. */
  rest: "here" | "pending" | "missing";
}

/** Where the parts of other services are. */
export function restOf(parts: readonly { isPending: boolean; isError: boolean }[]): TimelineProps["rest"] {
  if (parts.some(({ isPending }) => isPending)) return "pending";
  return parts.some(({ isError }) => isError) ? "missing" : "here";
}

/** What happened, newest first, from both services, the provider, the mails and the staff. */
export function Timeline({ entries, rest }: TimelineProps) {
  const [kind, setKind] = useState<Kind | null>(null);
  const [shown, setShown] = useState(PAGE);
  const present = (Object.keys(looks) as Kind[]).filter((one) => entries.some((entry) => entry.kind === one));
  const wanted = kind === null ? entries : entries.filter((entry) => entry.kind === kind);
  return (
    <Section title={words.timeline}>
      {rest === "missing" && <p role="status">{words.timelinePartial}</p>}
      {rest === "pending" && <Skeleton label={words.loading} lines={[0.7, 0.5]} />}
      {present.length > 1 && (
        <Choices
          label={words.timelineFilter}
          options={[
            { value: null, label: words.all },
            ...present.map((one) => ({ value: one, label: words.timelineKinds[one] })),
          ]}
          chosen={kind}
          onChoose={setKind}
        />
      )}
      {entries.length === 0 && rest !== "pending" && <EmptyState title={words.timelineEmpty} />}
      <ol className={styles.timeline} aria-label={words.timeline}>
        {wanted.slice(0, shown).map((entry) => (
          <Entry key={`${entry.kind} ${entry.id}`} entry={entry} />
        ))}
      </ol>
      {wanted.length > shown && (
        <p>
          <Button small onClick={() => setShown(shown + PAGE)}>
            {words.showEarlier}
          </Button>
        </p>
      )}
    </Section>
  );
}

function Entry({ entry }: { entry: TimelineEntry }) {
  return (
    <li className={styles.entry}>
      <div className={styles.entryHead}>
        <Tag kind={looks[entry.kind]}>{words.timelineKinds[entry.kind]}</Tag>
        <time className={styles.small} dateTime={entry.at}>
          {formatTime(entry.at)}
        </time>
      </div>
      <p className={styles.entryTitle}>{titleOf(entry.title)}</p>
      {entry.kind === "staff" ? <Act details={entry.details} /> : <Details details={entry.details} />}
    </li>
  );
}

/** A stable word of a service as people read it; one that is not known yet is shown, not hidden. */
export function titleOf(word: string): string {
  return titles[word] ?? word;
}

function Details({ details }: { details: TimelineEntry["details"] }) {
  const facts = Object.entries(details).filter(([, value]) => value !== null && value !== "");
  if (facts.length === 0) return null;
  return (
    <p className={styles.small}>
      {facts.map(([key, value]) => `${fieldName(key)}: ${valueText(key, value)}`).join(" · ")}
    </p>
  );
}

function Act({ details }: { details: TimelineEntry["details"] }) {
  const { staff, reason, before, after } = details;
  return (
    <>
      <p className={styles.small}>
        {valueText("staff", staff)}: “{valueText("reason", reason)}”
      </p>
      <ChangeLines before={before} after={after} />
    </>
  );
}

/** What an act changed, a line for each thing. */
export function ChangeLines({ before, after }: { before: unknown; after: unknown }) {
  const rows = changeRows(snapshotOf(before), snapshotOf(after));
  return (
    <ul className={styles.small}>
      {rows.map((row) => (
        <li key={row.key}>
          {row.name}: {row.before} → {row.after}
        </li>
      ))}
    </ul>
  );
}

function snapshotOf(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null ? { ...value } : null;
}
