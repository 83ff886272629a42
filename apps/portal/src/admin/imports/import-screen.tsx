import type { FileImport } from "@foyer/contract/staff-imports";
import { Button } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { EmptyState } from "@foyer/ui/placeholders";
import { Section } from "@foyer/ui/section";
import { Progress } from "@foyer/ui/spinner";
import { Cell, Table } from "@foyer/ui/table";
import { Tag, type TagKind } from "@foyer/ui/tag";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { words } from "#words/admin-imports";
import { Loaded } from "../../shared/screens/loaded.tsx";
import { Screen } from "../../shared/screens/screen.tsx";
import styles from "../admin.module.css";
import { importsQuery } from "../queries.ts";
import { formatTime } from "../times.ts";
import { ChooseFile, type PreviewedFile } from "./choose-file.tsx";
import { linesIn } from "./import-counts.tsx";
import { ReviewFile } from "./review-file.tsx";

type Step =
  | { readonly at: "choose" }
  | { readonly at: "review"; readonly file: PreviewedFile }
  | { readonly at: "loading"; readonly id: string; readonly name: string };

/** Imports a file: choose, review, load and watch; below, the earlier imports (ROLE-04). */
export function ImportScreen() {
  const [step, setStep] = useState<Step>({ at: "choose" });
  const again = () => setStep({ at: "choose" });
  return (
    <Screen title={words.title}>
      {step.at === "choose" && <ChooseFile onPreviewed={(file) => setStep({ at: "review", file })} />}
      {step.at === "review" && (
        <ReviewFile
          file={step.file}
          onStarted={(id) => setStep({ at: "loading", id, name: step.file.name })}
          onBack={again}
        />
      )}
      {step.at === "loading" && <Loading id={step.id} name={step.name} onAgain={again} />}
      <LoadedFiles />
    </Screen>
  );
}

function Loading({ id, name, onAgain }: { id: string; name: string; onAgain: () => void }) {
  const imports = useQuery(importsQuery);
  const own = imports.data?.find((one) => one.id === id);
  const isOver = own !== undefined && own.state !== "running";
  return (
    <Section title={words.starting(name)}>
      {isOver ? <Outcome of={own} /> : <Progress label={stageOf(own)} />}
      {isOver && (
        <div className={styles.acts}>
          <Button onClick={onAgain}>{words.another}</Button>
        </div>
      )}
    </Section>
  );
}

function stageOf(own: FileImport | undefined): string {
  if (own === undefined || own.hashed === own.passwords) return words.writing;
  return words.hashing(own.hashed, own.passwords);
}

function Outcome({ of }: { of: FileImport }) {
  const isDone = of.state === "done";
  return (
    <Notice kind={isDone ? "success" : "danger"} title={(isDone ? words.done : words.failed)(of.file)}>
      {resultOf(of)}
    </Notice>
  );
}

function resultOf({ state, imported, skipped, error, hashed, passwords }: FileImport): string {
  if (state === "done") return words.resultLine(linesIn(imported), linesIn(skipped));
  if (state === "interrupted") return words.interrupted;
  if (state === "failed") return error ?? "";
  return hashed === passwords ? words.writing : words.hashing(hashed, passwords);
}

const looks: Readonly<Record<FileImport["state"], TagKind>> = {
  running: "info",
  done: "success",
  failed: "danger",
  interrupted: "danger",
};

function LoadedFiles() {
  const imports = useQuery(importsQuery);
  return (
    <Section title={words.listTitle}>
      <Loaded query={imports} failed={words.listFailed} lines={[0.8, 0.6]}>
        {(all) => (all.length === 0 ? <EmptyState title={words.listEmpty} /> : <FileTable files={all} />)}
      </Loaded>
    </Section>
  );
}

function FileTable({ files }: { files: readonly FileImport[] }) {
  return (
    <Table dense caption={words.listTitle} head={[words.when, words.who, words.file, words.state, words.result]}>
      {files.map((one) => (
        <tr key={one.id}>
          <Cell label={words.when}>{formatTime(one.started)}</Cell>
          <Cell label={words.who}>{one.staff}</Cell>
          <Cell label={words.file} className={styles.value}>
            {one.file}
          </Cell>
          <Cell label={words.state}>
            <Tag kind={looks[one.state]}>{words.states[one.state]}</Tag>
          </Cell>
          <Cell label={words.result} className={styles.value}>
            {resultOf(one)}
          </Cell>
        </tr>
      ))}
    </Table>
  );
}
