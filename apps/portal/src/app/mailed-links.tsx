import { Notice } from "@foyer/ui/notice";
import { words } from "#words/own-data";
import { later } from "../shared/screens/part.tsx";
import { MailedLinkScreen } from "../mailed-link/mailed-link-screen.tsx";
import { MyDataScreen } from "../my-data/my-data-screen.tsx";
import { NotMeScreen } from "../not-me/not-me-screen.tsx";
import { useSession } from "../shared/session/session.ts";
import { SignInScreen } from "../sign-in/sign-in-screen.tsx";

// A file of its own: the sign-in page would have to name it, and most links lead elsewhere.
const PaperScreens = later(async () => (await import("./paper-screens.tsx")).PaperScreens);

type Kind = "confirm" | "undo" | "contact" | "back" | "data" | "restore" | "not-me" | "papers" | "quote" | "link";

/** The screens of mailed links about the account, in one file that is loaded only for them. */
export function MailedLinks({ kind }: { kind: Kind }) {
  if (kind === "papers" || kind === "quote" || kind === "link") return <PaperScreens kind={kind} />;
  if (kind === "not-me") return <NotMeScreen />;
  return kind === "data" ? <MyData /> : <MailedLinkScreen kind={kind} />;
}

/** The own data, after signing in. */
function MyData() {
  const { signedIn } = useSession();
  if (signedIn) return <MyDataScreen />;
  return (
    <SignInScreen reason="main">
      <Notice kind="info" announced={false} title={words.signIn} />
    </SignInScreen>
  );
}
