import { useQuery } from "@tanstack/react-query";
import { words } from "#words/papers";
import { BackLink } from "../shared/screens/back-link.tsx";
import { userQuery } from "../shared/requests/queries.ts";
import { Screen } from "../shared/screens/screen.tsx";
import { WaitingScreen } from "../shared/screens/waiting-screen.tsx";
import { ContactsSection } from "./contacts-section.tsx";
import { PapersSection } from "./papers-section.tsx";
import styles from "./papers.module.css";
import { QuotesSection } from "./quotes-section.tsx";
import { ReferencesSection } from "./references-section.tsx";
import { useFirstAnswers } from "./use-first-answers.ts";

/** All papers of a customer, and what is printed and mailed about them (DOC-04 to DOC-08, DOC-11). */
export function PapersScreen() {
  const user = useQuery(userQuery);
  if (user.isPending) return <WaitingScreen />;
  const customerId = user.data?.customer_id[0];
  if (customerId !== undefined) return <CustomersPapers customerId={customerId} />;
  return (
    <Screen title={words.title} above={<BackLink />}>
      <p>{words.nobody}</p>
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
