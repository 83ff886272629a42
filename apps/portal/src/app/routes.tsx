import { Progress } from "@foyer/ui/spinner";
import { lazy, Suspense } from "react";
import { Route, Routes } from "react-router";
import { words } from "#words/common";
import { HomeScreen } from "./home-screen.tsx";
import { NotFoundScreen } from "./not-found-screen.tsx";

const TeamScreen = lazy(async () => ({ default: (await import("../team/team-screen.tsx")).TeamScreen }));

/** Every address of the portal. */
export function AppRoutes() {
  return (
    <Suspense fallback={<Progress label={words.loading} />}>
      <Routes>
        <Route path="/" element={<HomeScreen mode="main" />} />
        <Route path="/confirm-invite" element={<HomeScreen mode="invitation" />} />
        <Route path="/team-subscription" element={<HomeScreen mode="team" />} />
        <Route path="/manage-team" element={<TeamScreen />} />
        <Route path="/four-oh" element={<NotFoundScreen />} />
        <Route path="*" element={<NotFoundScreen />} />
      </Routes>
    </Suspense>
  );
}
