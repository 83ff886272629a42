import { Button } from "@foyer/ui/button";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Navigate, Route, Routes, useNavigate } from "react-router";
import { words } from "#words/admin";
import { words as catalogue } from "#words/admin-catalogue";
import { words as desk } from "#words/admin-desk";
import { words as imports } from "#words/admin-imports";
import { QueryFailure } from "../shared/screens/loaded.tsx";
import { NavLink } from "../shared/screens/router.tsx";
import { userQuery } from "../shared/requests/queries.ts";
import { Screen } from "../shared/screens/screen.tsx";
import { useSession } from "../shared/session/session.ts";
import { brand, settings } from "../shared/settings/settings.ts";
import { WaitingScreen } from "../shared/screens/waiting-screen.tsx";
import { ToSignIn } from "../shared/screens/way-back.tsx";
import { signOut } from "../shared/requests/api.ts";
import { Actions, Panel } from "../shared/screens/panel.tsx";
import { ActsScreen } from "./acts/acts-screen.tsx";
import styles from "./admin.module.css";
import { PurchaseScreen } from "./billing/purchase-screen.tsx";
import { CatalogueScreen } from "./catalogue/catalogue-screen.tsx";
import { DeskScreen } from "./desk/desk-screen.tsx";
import { LegalHoldsScreen } from "./legal-holds/legal-holds-screen.tsx";
import { ImportScreen } from "./imports/import-screen.tsx";
import { LicenseScreen } from "./license/license-screen.tsx";
import { MachineRoomScreen } from "./machine-room/machine-room-screen.tsx";
import { PersonScreen } from "./person/person-screen.tsx";
import { SearchScreen } from "./search/search-screen.tsx";
import { SecondFactorScreen } from "./second-factor-screen.tsx";
import { useRights } from "./use-rights.ts";

/** The staff area. For everybody else, its pages do not exist (ROLE-04, R-45). */
export function AdminScreen() {
  const { signedIn } = useSession();
  return signedIn ? <Area /> : <ToSignIn />;
}

function Area() {
  const user = useQuery(userQuery);
  if (user.data) {
    if (!user.data.is_staff) return <Navigate to="/four-oh" replace />;
    const { second_factor: hasFactor, has_passkey: hasPasskey } = user.data;
    // Outside a trial, the services treat staff without a second factor or a passkey as customers.
    if (hasFactor !== true && hasPasskey !== true && !settings.trial) return <SecondFactorScreen />;
    // The same applies to a session that was opened without one of them.
    if (user.data.sign_in_again) return <SignInAgainScreen />;
    return <Screens />;
  }
  if (!user.isError) return <WaitingScreen title={words.navigation} label={words.checking} />;
  return (
    <Screen title={words.navigation}>
      <QueryFailure title={words.areaFailed} query={user} />
    </Screen>
  );
}

function Screens() {
  useSlashForSearch();
  const may = useRights();
  return (
    <div className={styles.area}>
      <AreaNavigation />
      <Routes>
        <Route index element={<SearchScreen />} />
        <Route path="accounts/:username" element={<PersonScreen />} />
        <Route path="licenses/:id" element={<LicenseScreen />} />
        <Route path="purchases/:customer/:id" element={<PurchaseScreen />} />
        <Route path="legal-holds" element={<LegalHoldsScreen />} />
        <Route path="acts" element={<ActsScreen />} />
        {may("import_file") && <Route path="import" element={<ImportScreen />} />}
        {brand.hasDesk === true && <Route path="desk" element={<DeskScreen />} />}
        <Route path="catalogue" element={<CatalogueScreen />} />
        <Route path="machine-room" element={<MachineRoomScreen />} />
        <Route path="*" element={<Navigate to="/four-oh" replace />} />
      </Routes>
    </div>
  );
}

function AreaNavigation() {
  const may = useRights();
  const links = [
    ["/admin", words.search],
    ["/admin/acts", words.acts],
    ["/admin/legal-holds", words.holds],
    ...(brand.hasDesk === true ? [["/admin/desk", desk.nav] as const] : []),
    ["/admin/catalogue", catalogue.nav],
    ["/admin/machine-room", words.machineRoom],
    ...(may("import_file") ? [["/admin/import", imports.nav] as const] : []),
  ] as const;
  return (
    <nav className={styles.navigation} aria-label={words.navigation}>
      <ul>
        {links.map(([to, label]) => (
          <li key={to}>
            <NavLink to={to} end={to === "/admin"}>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** `/` moves to the search from every page of the area, except in a field or a dialog. */
function useSlashForSearch() {
  const navigate = useNavigate();
  useEffect(() => {
    function pressed(event: KeyboardEvent) {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      if (target instanceof HTMLElement && target.closest("input, textarea, select, dialog")) return;
      event.preventDefault();
      void navigate("/admin");
      document.querySelector<HTMLInputElement>("main input[type='search']")?.focus();
    }
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [navigate]);
}

/** Replaces the area in a session that was opened without the second factor of the account. */
function SignInAgainScreen() {
  const [leaving, setLeaving] = useState(false);

  async function leave() {
    setLeaving(true);
    await signOut();
  }

  return (
    <Screen title={words.againTitle} width="text">
      <Panel>
        <p>{words.againText}</p>
        <Actions>
          <Button look="primary" busy={leaving} onClick={() => void leave()}>
            {words.again}
          </Button>
        </Actions>
      </Panel>
    </Screen>
  );
}
