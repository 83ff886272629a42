import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { words } from "#words/papers";
import { isFirstLoad, QueryFailure } from "../shared/screens/loaded.tsx";
import { BackLink } from "../shared/screens/back-link.tsx";
import { managedLicensesQuery, userQuery } from "../shared/requests/queries.ts";
import { Screen } from "../shared/screens/screen.tsx";
import { WaitingScreen } from "../shared/screens/waiting-screen.tsx";
import { ContactsSection } from "./contacts-section.tsx";
import { PapersSection } from "./papers-section.tsx";
import styles from "./papers.module.css";
import { QuotesSection } from "./quotes-section.tsx";
import { ReferencesSection } from "./references-section.tsx";
import { quotesQuery, referencesQuery } from "../shared/papers/reference-queries.ts";
import { archivesQuery, contactsQuery, papersQuery } from "./paper-queries.ts";
import { useFilter } from "./use-filter.ts";

/** All papers of a customer, and what is printed and mailed about them (DOC-04 to DOC-08, DOC-11). */
export function PapersScreen() {
  const user = useQuery(userQuery);
  if (isFirstLoad(user)) return <WaitingScreen />;
  const customerId = user.data?.customer_id[0];
  if (customerId !== undefined) return <CustomersPapers customerId={customerId} />;
  return (
    <Screen title={words.title} above={<BackLink />}>
      {user.data ? <p>{words.nobody}</p> : <QueryFailure title={words.failed} query={user} />}
    </Screen>
  );
}

function CustomersPapers({ customerId }: { customerId: string }) {
  if (!useFirstAnswers(customerId)) return <WaitingScreen />;
  return (
    <Screen title={words.title} above={<BackLink />}>
      <div className={styles.sections}>
        <PapersSection customerId={customerId} />
        <QuotesSection customerId={customerId} />
        <ReferencesSection customerId={customerId} />
        <ContactsSection customerId={customerId} />
      </div>
    </Screen>
  );
}

const PATIENCE_MS = 1_000;

/**
 * Requests the page's data. Returns true once all answers have arrived, so that the page is drawn once, or after a short time, so
 * that one slow answer does not delay the others.
 */
function useFirstAnswers(customerId: string): boolean {
  const [filter] = useFilter();
  const asked = [
    useInfiniteQuery(papersQuery(customerId, filter)),
    useQuery(archivesQuery(customerId)),
    useQuery(quotesQuery(customerId)),
    useQuery(referencesQuery(customerId)),
    useQuery(contactsQuery(customerId)),
    useQuery(managedLicensesQuery),
  ];
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  const isDue = asked.every(({ isPending }) => !isPending);
  // A later filter is answered within the page.
  if (isDue && !isDrawn) setDrawn(true);
  return isDrawn || isDue;
}
