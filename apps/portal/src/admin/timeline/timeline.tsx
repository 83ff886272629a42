import type { TimelineEntry } from "@foyer/contract/staff-wire";
import { formatDate } from "@foyer/domain/dates";
import { Button } from "@foyer/ui/button";
import { classNames } from "@foyer/ui/class-names";
import { Checkbox } from "@foyer/ui/field";
import { EmptyState, Skeleton } from "@foyer/ui/placeholders";
import { Section } from "@foyer/ui/section";
import { Tag, type TagKind } from "@foyer/ui/tag";
import { useState } from "react";
import { words } from "#words/admin";
import { words as lines } from "#words/admin-timeline";
import styles from "../admin.module.css";
import { Choices } from "../choices.tsx";
import { valueText } from "../repair/change-rows.ts";
import { formatTime, timeOfDay } from "../times.ts";
import { ChangeLines } from "./change-lines.tsx";
import { factsOf, rawFactsOf } from "./entry-facts.ts";
import { type Names, sentenceOf } from "./entry-sentence.ts";
import { gathered, type TimelineLine, timelineLines } from "./timeline-lines.ts";

type LineKind = TimelineLine["kind"];

/** `matters` leaves out routine lines; `null` shows everything. */
type Wanted = LineKind | "matters" | null;

const PAGE = 25;
const looks: Readonly<Record<LineKind, TagKind>> = {
  security: "neutral",
  license: "info",
  mail: "neutral",
  staff: "warning",
  provider: "neutral",
  payment: "success",
};

interface TimelineProps {
  entries: readonly TimelineEntry[];
  /** `pending` or `missing` if the part of a service is loading or has failed. */
  rest: "here" | "pending" | "missing";
  names: Names;
}

/** Returns the state of the parts from other queries. */
export function restOf(parts: readonly { isPending: boolean; isError: boolean }[]): TimelineProps["rest"] {
  if (parts.some(({ isPending }) => isPending)) return "pending";
  return parts.some(({ isError }) => isError) ? "missing" : "here";
}

/** The events of both services, the mails and the staff acts, newest first; without routine ones unless chosen. */
export function Timeline({ entries, rest, names }: TimelineProps) {
  const [wanted, setWanted] = useState<Wanted>("matters");
  const [withProvider, setWithProvider] = useState(false);
  const [isExact, setIsExact] = useState(false);
  const [shown, setShown] = useState(PAGE);
  const all = timelineLines(entries, withProvider);
  const chosen = gathered(all.filter((line) => isWanted(line, wanted)));
  const present = (Object.keys(looks) as LineKind[]).filter((kind) => all.some((line) => line.kind === kind));
  return (
    <Section title={words.timeline}>
      {rest === "missing" && <p role="status">{words.timelinePartial}</p>}
      {rest === "pending" && <Skeleton label={words.loading} lines={[0.7, 0.5]} />}
      {entries.length > 0 && (
        <div className={styles.timelineSwitches}>
          <Choices
            label={words.timelineFilter}
            options={[
              { value: "matters", label: lines.matters },
              { value: null, label: lines.everything },
              ...present.map((kind) => ({ value: kind, label: words.timelineKinds[kind] })),
            ]}
            chosen={wanted}
            onChoose={setWanted}
          />
          <div className={styles.acts}>
            <Checkbox
              label={lines.providerEvents}
              checked={withProvider}
              onChange={({ target }) => setWithProvider(target.checked)}
            />
            <Checkbox label={lines.seconds} checked={isExact} onChange={({ target }) => setIsExact(target.checked)} />
          </div>
        </div>
      )}
      {entries.length === 0 && rest !== "pending" && <EmptyState title={words.timelineEmpty} />}
      {entries.length > 0 && chosen.length === 0 && <p>{lines.quiet}</p>}
      <ol className={styles.timeline} aria-label={words.timeline}>
        {chosen.slice(0, shown).map((line, at) => (
          <Line
            key={line.key}
            line={line}
            names={names}
            isExact={isExact}
            startsDay={at === 0 || dayOf(line.at) !== dayOf(chosen[at - 1]?.at ?? "")}
          />
        ))}
      </ol>
      {chosen.length > 0 && <p className={styles.small}>{lines.zone}</p>}
      {chosen.length > shown && (
        <p>
          <Button small onClick={() => setShown(shown + PAGE)}>
            {words.showEarlier}
          </Button>
        </p>
      )}
    </Section>
  );
}

function isWanted({ kind, isRoutine }: TimelineLine, wanted: Wanted): boolean {
  if (wanted === "matters") return !isRoutine;
  return wanted === null || kind === wanted;
}

const dayOf = (at: string): string => at.slice(0, 10);

interface LineProps {
  line: TimelineLine;
  names: Names;
  /** With seconds, and with every field of the events. */
  isExact: boolean;
  startsDay: boolean;
}

function Line({ line, names, isExact, startsDay }: LineProps) {
  const { entries } = line;
  const [newest] = entries;
  const oldest = entries.at(-1) ?? newest;
  return (
    <li className={classNames(styles.entry, startsDay && styles.firstOfDay, line.isAlert && styles.alert)}>
      {startsDay && <p className={styles.day}>{formatDate(line.at)}</p>}
      <time className={styles.time} dateTime={line.at}>
        {timeOfDay(line.at, isExact)}
      </time>
      <div>
        <p className={styles.entryTitle}>
          {sentenceOf(newest, names)}{" "}
          <Tag kind={line.isAlert ? "danger" : looks[line.kind]}>
            {line.isAlert ? lines.attention : words.timelineKinds[line.kind]}
          </Tag>
        </p>
        {entries.length > 1 && <p className={styles.small}>{lines.again(entries.length, formatTime(oldest.at))}</p>}
        <Facts entry={newest} names={names} />
        {isExact && entries.map((entry) => <RawFacts key={entry.id} entry={entry} />)}
      </div>
    </li>
  );
}

function Facts({ entry, names }: { entry: TimelineEntry; names: Names }) {
  if (entry.kind === "staff") {
    const { staff, reason, before, after } = entry.details;
    return (
      <>
        <p className={styles.small}>
          {valueText("staff", staff)}: “{valueText("reason", reason)}”
        </p>
        <ChangeLines before={before} after={after} />
      </>
    );
  }
  const facts = factsOf(entry, names);
  return facts.length === 0 ? null : <p className={styles.small}>{facts.join(" · ")}</p>;
}

function RawFacts({ entry }: { entry: TimelineEntry }) {
  return <p className={styles.raw}>{rawFactsOf(entry).join(" · ")}</p>;
}
