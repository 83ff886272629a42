import { Suspense } from "react";
import { later } from "../shared/screens/part.tsx";
import { BuyScreen } from "../buy/buy-screen.tsx";
import { SignInScreen } from "../sign-in/sign-in-screen.tsx";

const ChooseSeats = later(async () => (await import("../team/change-seats/choose-seats.tsx")).ChooseSeats);

/** Buying, with the sign-in form and the team page's list of seats on the way. */
export function Buying() {
  return (
    <BuyScreen
      signIn={(above) => <SignInScreen reason="main">{above}</SignInScreen>}
      chooseSeats={(question) => (
        <Suspense fallback={null}>
          <ChooseSeats {...question} />
        </Suspense>
      )}
    />
  );
}
