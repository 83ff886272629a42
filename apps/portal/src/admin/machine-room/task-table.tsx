import type { MachineTask } from "@foyer/contract/staff-wire";
import { Button } from "@foyer/ui/button";
import { Cell, Table } from "@foyer/ui/table";
import { Tag, type TagKind } from "@foyer/ui/tag";
import { useState } from "react";
import { words } from "#words/admin-machine-room";
import styles from "../admin.module.css";
import { formatTime } from "../times.ts";
import { useRights } from "../use-rights.ts";
import { ReasonDialog } from "../reason-dialog.tsx";
import { TellAsDialog } from "./tell-as-dialog.tsx";
import { useRetry } from "./use-retry.ts";

const looks: Readonly<Record<MachineTask["state"], TagKind>> = {
  waiting: "neutral",
  running: "info",
  failed: "danger",
  done: "success",
};

type Service = "accounts" | "purchase";
type NamedTask = MachineTask & { readonly service: Service };

/** The tasks with the service that they are of. */
export function named(service: Service, tasks: readonly MachineTask[] = []): NamedTask[] {
  return tasks.map((task) => ({ ...task, service }));
}

/** Background work, with what staff can do about it. */
export function TaskTable({ tasks }: { tasks: readonly NamedTask[] }) {
  const may = useRights();
  const [retrying, setRetrying] = useState<NamedTask | null>(null);
  const [telling, setTelling] = useState<NamedTask | null>(null);
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
                {may("retry_job") && canRetry(task) && (
                  <Button small aria-label={words.retryOf(task.title)} onClick={() => setRetrying(task)}>
                    {words.retry}
                  </Button>
                )}
                {may("retry_job") && task.message && (
                  <Button small aria-label={words.tellAsOf(task.title)} onClick={() => setTelling(task)}>
                    {words.tellAs}
                  </Button>
                )}
              </div>
            </Cell>
          </tr>
        ))}
      </Table>
      {telling && <TellAsDialog task={telling} onClose={() => setTelling(null)} />}
      {retrying && <RetryDialog task={retrying} service={retrying.service} onClose={() => setRetrying(null)} />}
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

interface RetryDialogProps {
  task: MachineTask;
  service: "accounts" | "purchase";
  onClose: () => void;
}

/** Asks why before failed work is tried again. */
function RetryDialog({ task, service, onClose }: RetryDialogProps) {
  const retry = useRetry(service);
  return (
    <ReasonDialog
      title={words.retryTitle}
      text={words.retryText(task.title)}
      agree={words.retry}
      act={(reason) => retry(task, reason).then(onClose)}
      onClose={onClose}
    />
  );
}
