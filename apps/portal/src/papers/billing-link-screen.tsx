import { call } from "@foyer/api-client/client";
import type { CallReply } from "@foyer/api-client/call-types";
import { formatDate, fromUnixSeconds } from "@foyer/domain/dates";
import { Button } from "@foyer/ui/button";
import { announce } from "@foyer/ui/live-region";
import { Section } from "@foyer/ui/section";
import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { words } from "#words/papers";
import { refusalOf } from "../shared/failures/refusal-of.ts";
import { FailureNotice } from "../shared/screens/failure-notice.tsx";
import { Loaded } from "../shared/screens/loaded.tsx";
import { Actions, mutedClass } from "../shared/screens/panel.tsx";
import { api } from "../shared/requests/api.ts";
import { Screen } from "../shared/screens/screen.tsx";
import { brand } from "../shared/settings/settings.ts";
import { useSubmit } from "../shared/forms/use-submit.ts";
import { PaperTable } from "./paper-table.tsx";
import styles from "./papers.module.css";

type LinkFacts = CallReply<"readBillingLink">["link"];
type LinkAct = "confirm" | "stop";

function linkQuery(token: string) {
  return queryOptions({
    queryKey: ["billing-link", token],
    queryFn: async () => (await call(api, "readBillingLink", { body: { token } })).link,
  });
}

function linkedPapersQuery(token: string) {
  return infiniteQueryOptions({
    queryKey: ["billing-link-papers", token],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      call(api, "listLinkedDocuments", { body: { token, ...(pageParam !== null && { cursor: pageParam }) } }),
    getNextPageParam: ({ cursor }) => cursor,
  });
}

/**
 * The page of the link in every mail to a billing contact: confirms the address, lists the papers, stops the mails (DOC-05). A
 * change needs a click, because some mail programs open links.
 */
export function BillingLinkScreen() {
  const token = new URLSearchParams(useLocation().search).get("token");
  if (!token) return <Ending heading={words.linkIncomplete} text={words.linkIncompleteHelp} />;
  return <OfLink token={token} />;
}

function OfLink({ token }: { token: string }) {
  const link = useQuery(linkQuery(token));
  if (refusalOf(link.error) === "billing_link.dead")
    return <Ending heading={words.linkDead} text={words.linkDeadHelp} />;
  return (
    <Screen title={words.linkTitle}>
      <Loaded query={link} failed={words.linkFailed} lines={[0.8, 0.4]}>
        {(facts) => <Facts token={token} facts={facts} />}
      </Loaded>
    </Screen>
  );
}

function Facts({ token, facts }: { token: string; facts: LinkFacts }) {
  const client = useQueryClient();
  const { email, mails, state, papers_until: until } = facts;
  const firm = words.firmOf(facts.buyer, brand.provider);
  const body = { token };
  const acting = useSubmit<LinkAct>(async (act) => {
    const { link } = await (act === "confirm"
      ? call(api, "confirmBillingLink", { body })
      : call(api, "stopBillingLink", { body }));
    client.setQueryData(linkQuery(token).queryKey, link);
    if (act === "confirm") announce(words.confirmed);
  });
  const button = (act: LinkAct) => (
    <Button look={act === "confirm" ? "primary" : "secondary"} busy={acting.busy} onClick={() => acting.submit(act)}>
      {act === "confirm" ? words.confirm : words.stop}
    </Button>
  );
  return (
    <div className={styles.sections}>
      <FailureNotice failure={acting.failure} />
      {state === "unconfirmed" && <p>{words.confirmText(email, firm)}</p>}
      {state === "confirmed" && <p>{words.getsText(email, firm)}</p>}
      {state === "stopped" && <p role="status">{words.stopped(email)}</p>}
      <ul>
        {mails.map((mail) => (
          <li key={mail}>{words.mails[mail]}</li>
        ))}
      </ul>
      <Actions>
        {state !== "stopped" && button("stop")}
        {state !== "confirmed" && button("confirm")}
      </Actions>
      {state === "confirmed" && until === null && <p className={mutedClass}>{words.papersOver}</p>}
      {until !== null && <LinkedPapers token={token} until={until} />}
    </div>
  );
}

const noNames: ReadonlyMap<string, string> = new Map();

function LinkedPapers({ token, until }: { token: string; until: number }) {
  const pages = useInfiniteQuery(linkedPapersQuery(token));
  const papers = pages.data?.pages.flatMap(({ documents }) => documents);
  return (
    <Section title={words.list}>
      <p className={mutedClass}>
        {words.papersUntil(formatDate(fromUnixSeconds(until)))} {words.linksAreOpen}
      </p>
      <FailureNotice failure={pages.error} />
      {papers && <PaperTable papers={papers} licenses={noNames} />}
      {pages.hasNextPage && (
        <div>
          <Button small busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {words.more}
          </Button>
        </div>
      )}
    </Section>
  );
}

function Ending({ heading, text }: { heading: string; text: string }) {
  return (
    <Screen title={words.linkTitle} heading={heading} width="text" key={heading}>
      <p role="status">{text}</p>
    </Screen>
  );
}
