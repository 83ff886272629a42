import type { Scope } from "@foyer/contract/scopes";
import { scopeWords, words } from "#words/apps";
import styles from "./scope-list.module.css";

export const codeClass = styles.code ?? "";

interface ScopeListProps {
  app: string;
  scopes: readonly Scope[];
}

/** The permissions that an app asks for, apart from signing in. */
export function ScopeList({ app, scopes }: ScopeListProps) {
  const more = scopes.filter((scope) => scope !== "openid");
  const shown = more.length === 0 ? scopes : more;
  return (
    <>
      <p>{words.willBeAble(app)}</p>
      <ul className={styles.list} aria-label={words.willBeAble(app)}>
        {shown.map((scope) => (
          <li key={scope}>{scopeWords[scope]}</li>
        ))}
      </ul>
    </>
  );
}
