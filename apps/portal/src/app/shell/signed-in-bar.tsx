import { Button } from "@foyer/ui/button";
import { announce } from "@foyer/ui/live-region";
import { SkeletonLine } from "@foyer/ui/placeholders";
import { VisuallyHidden } from "@foyer/ui/visually-hidden";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "react-router";
import { words } from "#words/shell";
import { Link, NavLink } from "../../shared/screens/router.tsx";
import { signOut } from "../../shared/requests/api.ts";
import { userQuery } from "../../shared/requests/queries.ts";
import { readStoredView } from "../../shared/storage/stored.ts";
import styles from "./bar.module.css";

/** The signed-in person, the link to the admin area for staff, and Sign Out (SHELL-03, SHELL-05). */
export function SignedInBar() {
  const { pathname } = useLocation();
  const user = useQuery(userQuery);
  const [leaving, setLeaving] = useState(false);

  async function leave() {
    setLeaving(true);
    await signOut();
    announce(words.signedOut);
  }

  return (
    <section className={styles.bar} aria-label={words.session}>
      <div className={styles.inner}>
        {!pathname.startsWith("/manage-team") && <AccountNavigation />}
        <div className={styles.person}>
          {user.data ? (
            <span className={styles.name} title={user.data.username}>
              <VisuallyHidden>{words.signedInAs} </VisuallyHidden>
              <span translate="no">{user.data.username}</span>
            </span>
          ) : (
            <div className={styles.nameWaiting}>
              <SkeletonLine width={1} />
            </div>
          )}
          {user.data?.is_staff && <Link to="/admin/">{words.admin}</Link>}
          {!readStoredView() && (
            <Button small busy={leaving} onClick={() => void leave()}>
              {words.signOut}
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}

function AccountNavigation() {
  return (
    <nav className={styles.navigation} aria-label={words.accountNavigation}>
      <ul>
        <li>
          <NavLink to="/" end>
            {words.overview}
          </NavLink>
        </li>
        <li>
          <NavLink to="/reset">{words.serverData}</NavLink>
        </li>
      </ul>
    </nav>
  );
}
