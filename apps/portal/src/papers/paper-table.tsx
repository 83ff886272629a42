import type { Paper } from "@foyer/contract/documents";
import { formatDate, fromUnixSeconds } from "@foyer/domain/dates";
import { cents, formatMoney } from "@foyer/domain/money";
import { classNames } from "@foyer/ui/class-names";
import { Cell, Table } from "@foyer/ui/table";
import { Tag, type TagKind } from "@foyer/ui/tag";
import { memo } from "react";
import { words } from "#words/papers";
import styles from "./papers.module.css";

const columns = words.columns;
const head = Object.values(columns);
const amounts = [columns.net, columns.tax, columns.total];

interface PaperTableProps {
  papers: readonly Paper[];
  /** Names of licenses by their ids. */
  licenses: ReadonlyMap<string, string>;
}

/** Papers, one row each. */
export function PaperTable({ papers, licenses }: PaperTableProps) {
  return (
    <Table caption={words.list} head={head} amounts={amounts} dense>
      {papers.map((paper) => (
        <PaperRow
          key={paper.id}
          paper={paper}
          license={paper.license === null ? null : (licenses.get(paper.license) ?? paper.license)}
        />
      ))}
    </Table>
  );
}

const kinds: Readonly<Record<string, TagKind>> = {
  open: "danger",
  uncollectible: "danger",
  paid: "success",
  issued: "info",
  refunded: "info",
  disputed: "danger",
  charged_back: "danger",
};

// Thousands of rows stay as they are when a further page arrives.
const PaperRow = memo(function PaperRow({ paper, license }: { paper: Paper; license: string | null }) {
  const { kind, number, status, reference, lines, currency } = paper;
  const rates = (paper.tax_rates ?? []).map(({ display_name: name, percentage }) => words.taxRate(name, percentage));
  const money = (amount: number) => formatMoney(cents(amount), currency);
  return (
    <tr>
      <Cell label={columns.date} className={styles.whole}>
        {formatDate(fromUnixSeconds(paper.date))}
      </Cell>
      <Cell label={columns.paper}>
        <div className={styles.lines}>
          <span>{number === null ? words.kinds[kind] : words.numbered[kind]}</span>
          <span className={styles.whole} translate="no">
            {number}
          </span>
          {reference !== null && <span className={styles.small}>{words.reference(reference)}</span>}
        </div>
      </Cell>
      <Cell label={columns.about} className={styles.optional}>
        {(license !== null || lines.length > 0) && (
          <div className={styles.lines}>
            {license !== null && <span>{license}</span>}
            {lines.map((line, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- two lines of a paper may say the same
              <span key={at} className={styles.small}>
                {line}
              </span>
            ))}
          </div>
        )}
      </Cell>
      <Cell label={columns.net} amount className={styles.optional}>
        {paper.net !== null && money(paper.net)}
      </Cell>
      <Cell label={columns.tax} amount className={styles.optional}>
        {paper.tax !== null && (
          <div className={classNames(styles.lines, styles.amounts)}>
            <span className={styles.whole}>{money(paper.tax)}</span>
            {paper.tax !== 0 && rates.length > 0 && <span className={styles.small}>{rates.join(", ")}</span>}
          </div>
        )}
      </Cell>
      <Cell label={columns.total} amount>
        {money(paper.total)}
      </Cell>
      <Cell label={columns.status}>
        <Tag kind={kinds[status] ?? "neutral"}>{words.statuses[status] ?? status}</Tag>
      </Cell>
      <Cell label={columns.document} className={styles.optional}>
        {documentOf(paper)}
      </Cell>
    </tr>
  );
});

/** The link to a paper, or null for one without a document. */
function documentOf({ id, kind, number, pdf, page }: Paper) {
  const name = [words.kinds[kind], number ?? id] as const;
  if (pdf !== null) {
    return (
      <a href={pdf} rel="noreferrer" aria-label={words.pdfOf(...name)}>
        {words.pdf}
      </a>
    );
  }
  if (page === null) return null;
  return (
    <a href={page} target="_blank" rel="noreferrer" aria-label={words.viewOf(...name)}>
      {words.view}
    </a>
  );
}
