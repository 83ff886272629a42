import type { NotMeReport } from "@foyer/contract/staff-reports";
import { EmptyState } from "@foyer/ui/placeholders";
import { Section } from "@foyer/ui/section";
import { Cell, Table } from "@foyer/ui/table";
import { Tag } from "@foyer/ui/tag";
import { useQuery } from "@tanstack/react-query";
import { titles } from "#words/admin-events";
import { words } from "#words/admin-machine-room";
import { Link } from "../../shared/screens/router.tsx";
import { Loaded } from "../../shared/screens/loaded.tsx";
import { mutedClass } from "../../shared/screens/panel.tsx";
import styles from "../admin.module.css";
import { notMeReportsQuery } from "../queries.ts";
import { ActButton, useActDialog } from "../repair/act-buttons.tsx";
import { accountPage } from "../search/hit-page.ts";
import { formatTime } from "../times.ts";
import { closeReport } from "./task-acts.ts";

/** Open reports of “This was not me”: staff must check each of these accounts (KEY-08). */
export function NotMeReports() {
  const reports = useQuery(notMeReportsQuery);
  const open = reports.data?.open ?? 0;
  return (
    <Section
      title={words.notMe}
      actions={<div role="status">{open > 0 && <Tag kind="danger">{words.notMeOpen(open)}</Tag>}</div>}
    >
      <p className={mutedClass}>{words.notMeText}</p>
      <Loaded query={reports} failed={words.notMeFailed} lines={[0.8, 0.6]}>
        {({ reports: all }) => (all.length === 0 ? <EmptyState title={words.noNotMe} /> : <Reports reports={all} />)}
      </Loaded>
    </Section>
  );
}

function Reports({ reports }: { reports: readonly NotMeReport[] }) {
  const { open, dialog } = useActDialog("reports");
  return (
    <>
      <Table dense caption={words.notMe} head={[words.when, words.who, words.about, words.state, words.repair]}>
        {reports.map((report) => (
          <tr key={report.id}>
            <Cell label={words.when}>{formatTime(report.at)}</Cell>
            <Cell label={words.who} className={styles.value}>
              <Link to={accountPage(report.account)}>{report.account}</Link>
            </Cell>
            <Cell label={words.about} className={styles.value}>
              <div>
                {titles[report.event] ?? report.event}
                <p className={styles.small}>
                  {formatTime(report.event_at)} · {report.by_link ? words.byLink : words.signedIn}
                </p>
              </div>
            </Cell>
            <Cell label={words.state}>
              {report.closed_by === null ? <Tag kind="danger">{words.isOpen}</Tag> : words.closedBy(report.closed_by)}
            </Cell>
            <Cell label="">{report.closed_at === null && <ActButton act={closeReport(report)} onOpen={open} />}</Cell>
          </tr>
        ))}
      </Table>
      {dialog}
    </>
  );
}
