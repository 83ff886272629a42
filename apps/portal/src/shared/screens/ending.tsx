import type { ReactNode } from "react";
import { words } from "#words/screens";
import { Link } from "./router.tsx";
import { Screen } from "./screen.tsx";

interface EndingProps {
  title: string;
  heading: string;
  text: string;
  /** The next steps, above the link to the account. */
  children?: ReactNode;
}

/** The last screen of a flow: the result, and a link to the account. */
export function Ending({ title, heading, text, children }: EndingProps) {
  return (
    <Screen title={title} heading={heading} width="text" key={heading}>
      <p role="status">{text}</p>
      {children}
      <p>
        <Link to="/">{words.backToAccounts}</Link>
      </p>
    </Screen>
  );
}
