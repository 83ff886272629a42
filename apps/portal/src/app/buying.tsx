import { BuyScreen } from "../buy/buy-screen.tsx";
import { SignInScreen } from "../sign-in/sign-in-screen.tsx";

/** Buying, with the sign-in form on the way. */
export function Buying() {
  return <BuyScreen signIn={(above) => <SignInScreen reason="main">{above}</SignInScreen>} />;
}
