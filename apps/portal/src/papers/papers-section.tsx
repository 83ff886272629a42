import { fromUnixSeconds } from "@foyer/domain/dates";
import { Button } from "@foyer/ui/button";
import { Field } from "@foyer/ui/field";
import { EmptyState, ErrorState, Skeleton } from "@foyer/ui/placeholders";
import { Section } from "@foyer/ui/section";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { words as common } from "#words/common";
import { words } from "#words/papers";
import { requestOf, sentenceOf } from "../shared/failures/failure-sentence.ts";
import { mutedClass } from "../shared/screens/panel.tsx";
import { managedLicensesQuery } from "../shared/requests/queries.ts";
import { serviceClockQuery } from "../shared/settings/service-clock.ts";
import { Archives } from "./archives.tsx";
import { yearsFrom } from "./paper-years.ts";
import { type PaperFilter, papersQuery } from "./paper-queries.ts";
import { PaperTable } from "./paper-table.tsx";
import styles from "./papers.module.css";
import { useFilter } from "./use-filter.ts";

/** Invoices, receipts, credit notes and refunds in one list, by year and license (DOC-06). */
export function PapersSection({ customerId }: { customerId: string }) {
  const [filter, setFilter] = useFilter();
  const [opened] = useState(() => new Date());
  const thisYear = (useQuery(serviceClockQuery).data ?? opened).getUTCFullYear();
  // Only a whole list of all papers says which year is the first.
  const all = useInfiniteQuery({ ...papersQuery(customerId, { year: null, license: null }), enabled: false });
  const oldest = all.data?.pages.at(-1)?.documents.at(-1)?.date;
  const isWhole = all.isSuccess && !all.hasNextPage;
  const first = oldest === undefined ? thisYear : fromUnixSeconds(oldest).getUTCFullYear();
  const years = yearsFrom(isWhole ? first : null, thisYear, filter.year);
  const pages = useInfiniteQuery(papersQuery(customerId, filter));
  const managed = useQuery(managedLicensesQuery);
  const licenses = useMemo(
    () => new Map(managed.data?.map(({ id, description }) => [id, description] as const)),
    [managed.data],
  );
  const papers = useMemo(() => pages.data?.pages.flatMap(({ documents }) => documents), [pages.data]);
  return (
    <Section title={words.list}>
      <Filters filter={filter} licenses={licenses} years={years} onChange={setFilter} />
      {papers && papers.length > 0 && <PaperTable papers={papers} licenses={licenses} />}
      {papers?.length === 0 && <EmptyState title={words.empty}>{words.emptyHelp}</EmptyState>}
      {pages.isPending && <Skeleton label={common.loading} lines={[1, 1, 1, 0.6]} />}
      {pages.isError && (
        <ErrorState
          title={words.failed}
          request={requestOf(pages.error)}
          retry={{
            label: common.tryAgain,
            busy: pages.isFetching,
            onRetry: () => void (papers ? pages.fetchNextPage() : pages.refetch()),
          }}
        >
          {sentenceOf(pages.error)}
        </ErrorState>
      )}
      {pages.hasNextPage && !pages.isError && (
        <div>
          <Button small busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {words.more}
          </Button>
        </div>
      )}
      <p className={mutedClass}>{words.linksAreOpen}</p>
      <Archives customerId={customerId} year={filter.year ?? thisYear} />
    </Section>
  );
}

interface FiltersProps {
  filter: PaperFilter;
  licenses: ReadonlyMap<string, string>;
  /** The years that are offered, newest first. */
  years: readonly number[];
  onChange: (filter: PaperFilter) => void;
}

function Filters({ filter, licenses, years, onChange }: FiltersProps) {
  const { year, license } = filter;
  const isKnown = license === null || licenses.has(license);
  return (
    <div className={styles.filters}>
      <Field label={words.year}>
        {(names) => (
          <select
            {...names}
            className={styles.select}
            value={year ?? ""}
            onChange={({ target }) => onChange({ ...filter, year: target.value === "" ? null : Number(target.value) })}
          >
            <option value="">{words.allYears}</option>
            {years.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={words.license}>
        {(names) => (
          <select
            {...names}
            className={styles.select}
            value={license ?? ""}
            onChange={({ target }) => onChange({ ...filter, license: target.value || null })}
          >
            <option value="">{words.allLicenses}</option>
            {[...licenses].map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            {!isKnown && <option value={license}>{license}</option>}
          </select>
        )}
      </Field>
    </div>
  );
}
