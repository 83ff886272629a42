import { buttonClass } from "@foyer/ui/button";
import { TextField } from "@foyer/ui/field";
import { Notice } from "@foyer/ui/notice";
import { Section } from "@foyer/ui/section";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { words } from "#words/admin";
import { useSearchParams, Link } from "../../shared/screens/router.tsx";
import { Screen } from "../../shared/screens/screen.tsx";
import styles from "../admin.module.css";
import { billingSearchQuery, searchQuery } from "../queries.ts";
import { userQuery } from "../../shared/requests/queries.ts";
import { factorPage } from "../second-factor-screen.tsx";
import { pageOf } from "./hit-page.ts";
import { SearchResults } from "./search-results.tsx";

const PAUSE_MS = 120;

/** The start page of the staff's area: one search field (ROLE-04). The URL contains the search text. */
export function SearchScreen() {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const text = (params.get("q") ?? "").trim();
  const [typed, setTyped] = useState(text);
  const place = useRef<HTMLDivElement>(null);
  // After the person opens a result, the last typed text must not navigate back here.
  const leaving = useRef(false);
  const accounts = useQuery(searchQuery(text));
  const billing = useQuery(billingSearchQuery(text));

  useEffect(() => {
    place.current?.querySelector("input")?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (typed.trim() === text) return undefined;
    const pause = setTimeout(() => {
      if (!leaving.current) setParams(typed.trim() === "" ? {} : { q: typed.trim() }, { replace: true });
    }, PAUSE_MS);
    return () => clearTimeout(pause);
  }, [typed, text, setParams]);

  function pressed(event: KeyboardEvent<HTMLDivElement>) {
    const stops = [...(place.current?.querySelectorAll<HTMLElement>("input, [data-hit] a") ?? [])];
    const at = stops.findIndex((stop) => stop === document.activeElement);
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const next = stops[at + (event.key === "ArrowDown" ? 1 : -1)];
      if (!next) return;
      event.preventDefault();
      next.focus();
    }
    // Results of the accounts service come first, so the first result is unknown until it has answered.
    const first = accounts.isPending ? undefined : (accounts.data?.results[0] ?? billing.data?.[0]);
    const page = first && pageOf(first);
    if (event.key === "Enter" && at === 0 && page && typed.trim() === text) void navigate(page);
  }

  function clicked(event: MouseEvent<HTMLDivElement>) {
    if (event.target instanceof Element && event.target.closest("a")) leaving.current = true;
  }

  return (
    <Screen title={words.searchTitle}>
      {/* The arrow keys move the focus between the field and the results, which have roles of their own. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={styles.parts} ref={place} onKeyDown={pressed} onClickCapture={clicked}>
        <TextField
          label={words.searchLabel}
          hint={words.searchHint}
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            leaving.current = false;
            setTyped(event.target.value);
          }}
        />
        {text === "" && <FactorNotice />}
        {text === "" ? <SearchHelp /> : <SearchResults text={text} accounts={accounts} billing={billing} />}
      </div>
    </Screen>
  );
}

function SearchHelp() {
  return (
    <Section title={words.searchHelpTitle}>
      <dl className={styles.help}>
        {words.searchHelp.map(([example, what]) => (
          <HelpLine key={example} example={example} what={what} />
        ))}
      </dl>
    </Section>
  );
}

function HelpLine({ example, what }: { example: string; what: string }) {
  return (
    <>
      <dt className={styles.id}>{example}</dt>
      <dd>{what}</dd>
    </>
  );
}

/** Warns staff without a second factor that only the sandbox admits them. */
function FactorNotice() {
  const user = useQuery(userQuery).data;
  if (user?.second_factor !== false || user.has_passkey) return null;
  return (
    <Notice
      kind="warning"
      announced={false}
      action={
        <Link to={factorPage} className={buttonClass({ small: true })}>
          {words.factorStart}
        </Link>
      }
    >
      {words.factorNotice}
    </Notice>
  );
}
