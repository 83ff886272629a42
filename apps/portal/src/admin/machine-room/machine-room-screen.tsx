import type { CallReply } from "@foyer/api-client/call-types";
import type { MachineTask } from "@foyer/contract/staff-wire";
import { EmptyState, Skeleton } from "@foyer/ui/placeholders";
import { Section } from "@foyer/ui/section";
import { Cell, Table } from "@foyer/ui/table";
import { Tag } from "@foyer/ui/tag";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { words } from "#words/admin-machine-room";
import { words as common } from "#words/common";
import { Loaded, QueryFailure } from "../../shared/screens/loaded.tsx";
import { mutedClass } from "../../shared/screens/panel.tsx";
import { Screen } from "../../shared/screens/screen.tsx";
import styles from "../admin.module.css";
import { Choices } from "../choices.tsx";
import {
  accountTasksQuery,
  billingTasksQuery,
  failureReportsQuery,
  notMeReportsQuery,
  restoresQuery,
} from "../queries.ts";
import { formatTime } from "../times.ts";
import { RestoresSection } from "../restores/restores-section.tsx";
import { NotMeReports } from "./not-me-reports.tsx";
import { ReconcilerRuns } from "./reconciler-runs.tsx";
import type { ServiceTask } from "./task-acts.ts";
import { TaskTable } from "./task-table.tsx";

/** Restores, reports, background work, comparisons with the provider, and failures in browsers. */
export function MachineRoomScreen() {
  const restores = useQuery(restoresQuery);
  const reports = useQuery(notMeReportsQuery);
  // The urgent sections are first. The others follow when their height is known, so that they do not jump.
  const isPlaced = !restores.isPending && !reports.isPending;
  return (
    <Screen title={words.title}>
      <RestoresSection />
      {!restores.isPending && <NotMeReports />}
      {isPlaced ? (
        <>
          <Tasks />
          <ReconcilerRuns />
          <FailureReports />
        </>
      ) : (
        <div className={styles.rest} />
      )}
    </Screen>
  );
}

function tasksOf(service: ServiceTask["service"], { data = [] }: UseQueryResult<MachineTask[]>): ServiceTask[] {
  return data.map((task) => ({ ...task, service }));
}

function Tasks() {
  const accounts = useQuery(accountTasksQuery);
  const purchase = useQuery(billingTasksQuery);
  const [isFailedOnly, setIsFailedOnly] = useState(false);
  const tasks = [...tasksOf("accounts", accounts), ...tasksOf("purchase", purchase)].toSorted(
    (one, other) =>
      Number(other.state === "failed") - Number(one.state === "failed") || Date.parse(other.at) - Date.parse(one.at),
  );
  const failed = tasks.filter(({ state }) => state === "failed");
  const waiting = tasks.filter(({ state }) => state === "waiting");
  const shown = isFailedOnly ? failed : tasks;
  const isKnown = accounts.isSuccess && purchase.isSuccess;
  return (
    <Section
      title={words.tasks}
      actions={
        <div className={styles.acts} role="status">
          {failed.length > 0 && <Tag kind="danger">{words.failed(failed.length)}</Tag>}
          {waiting.length > 0 && <Tag>{words.waiting(waiting.length)}</Tag>}
        </div>
      }
    >
      <p className={mutedClass}>{words.tasksText}</p>
      {accounts.isError && <QueryFailure title={words.accountsFailed} query={accounts} />}
      {purchase.isError && <QueryFailure title={words.purchaseFailed} query={purchase} />}
      {failed.length > 0 && failed.length < tasks.length && (
        <Choices
          label={words.filter}
          options={[
            { value: false, label: words.all },
            { value: true, label: words.failedOnly },
          ]}
          chosen={isFailedOnly}
          onChoose={setIsFailedOnly}
        />
      )}
      {tasks.length === 0 && (accounts.isPending || purchase.isPending) && (
        <Skeleton label={common.loading} lines={[0.8, 0.6]} />
      )}
      {isKnown && tasks.length === 0 && <EmptyState title={words.quiet} />}
      {shown.length > 0 && <TaskTable tasks={shown} />}
    </Section>
  );
}

function FailureReports() {
  const reports = useQuery(failureReportsQuery);
  return (
    <Section title={words.reports}>
      <p className={mutedClass}>{words.reportsText}</p>
      <Loaded query={reports} failed={words.reportsFailed} lines={[0.8, 0.6]}>
        {(all) => (all.length === 0 ? <EmptyState title={words.noReports} /> : <Reports reports={all} />)}
      </Loaded>
    </Section>
  );
}

function Reports({ reports }: { reports: CallReply<"staffListFailureReports">["reports"] }) {
  return (
    <Table dense caption={words.reports} head={[words.when, words.times, words.what, words.page, words.revision]}>
      {reports.map((report) => (
        <tr key={report.id}>
          <Cell label={words.when}>{formatTime(report.at)}</Cell>
          <Cell label={words.times}>{report.times}</Cell>
          <Cell label={words.what} className={styles.value}>
            {report.message}
          </Cell>
          <Cell label={words.page} className={styles.id}>
            {report.path}
          </Cell>
          <Cell label={words.revision} className={styles.id}>
            {report.revision}
          </Cell>
        </tr>
      ))}
    </Table>
  );
}
