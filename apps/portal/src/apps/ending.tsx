import { words as screens } from "#words/screens";
import { Link } from "../shared/screens/router.tsx";
import { Screen } from "../shared/screens/screen.tsx";

interface EndingProps {
  title: string;
  heading: string;
  text: string;
}

/** The end of a way: what happened, and the way to the account. */
export function Ending({ title, heading, text }: EndingProps) {
  return (
    <Screen title={title} heading={heading} width="text" key={heading}>
      <p role="status">{text}</p>
      <p>
        <Link to="/">{screens.backToAccounts}</Link>
      </p>
    </Screen>
  );
}
