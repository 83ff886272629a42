import type { MachineTask } from "@foyer/contract/staff-wire";
import { Cell, Table } from "@foyer/ui/table";
import { Tag, type TagKind } from "@foyer/ui/tag";
import { words } from "#words/admin-machine-room";
import styles from "../admin.module.css";
import { formatTime } from "../times.ts";
import { ActButton, useActDialog } from "../repair/act-buttons.tsx";
import { retryTask, type ServiceTask, tellAs } from "./task-acts.ts";

const looks: Readonly<Record<MachineTask["state"], TagKind>> = {
  waiting: "neutral",
  running: "info",
  failed: "danger",
  done: "success",
};

/** Background work, with the acts for each task. */
export function TaskTable({ tasks }: { tasks: readonly ServiceTask[] }) {
  const { open, dialog } = useActDialog("tasks");
  return (
    <>
      <Table dense caption={words.tasks} head={[words.kind, words.what, words.state, words.when, words.repair]}>
        {tasks.map((task) => (
          <tr key={`${task.service} ${task.kind} ${task.id}`}>
            <Cell label={words.kind} className={styles.whole}>
              <div>
                {words.kinds[task.kind]}
                <p className={styles.small}>{words.services[task.service]}</p>
              </div>
            </Cell>
            <Cell label={words.what} className={styles.value}>
              <div>
                {task.title}
                {task.error && <p className={styles.small}>{task.error}</p>}
                {task.message && <WholeMessage message={task.message} />}
              </div>
            </Cell>
            <Cell label={words.state}>
              <div>
                <Tag kind={looks[task.state]}>{words.states[task.state]}</Tag>
                {task.attempts > 0 && <p className={styles.small}>{words.tries(task.attempts)}</p>}
              </div>
            </Cell>
            <Cell label={words.when}>{formatTime(task.at)}</Cell>
            <Cell label="">
              <div className={styles.acts}>
                {canRetry(task) && <ActButton act={retryTask(task)} onOpen={open} />}
                {task.message && <ActButton act={tellAs(task)} onOpen={open} />}
              </div>
            </Cell>
          </tr>
        ))}
      </Table>
      {dialog}
    </>
  );
}

function WholeMessage({ message }: { message: NonNullable<MachineTask["message"]> }) {
  return (
    <details className={styles.small}>
      <summary>{words.wholeMessage}</summary>
      <pre className={styles.message}>{JSON.stringify(message, null, 2)}</pre>
    </details>
  );
}

/** Returns true for work that failed permanently, or failed and waits for its next attempt. */
function canRetry({ state, error }: MachineTask): boolean {
  return state === "failed" || (state === "waiting" && error !== null);
}
