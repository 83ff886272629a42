import { Fact, Facts, Section } from "@foyer/ui/section";
import { useQuery } from "@tanstack/react-query";
import { words } from "#words/account";
import { words as common } from "#words/common";
import { Answer } from "../../shared/answer.tsx";
import { mutedClass } from "../../shared/panel.tsx";
import { userQuery } from "../../shared/queries.ts";
import { sectionIds } from "../account-index.tsx";

/** The account's name and address. */
export function EmailSection() {
  const user = useQuery(userQuery);
  return (
    <Section title={words.accountSection} id={sectionIds.account}>
      <Answer query={user} failed={common.serviceDown} lines={[0.5, 0.7]}>
        {({ username, email, pending_email: pending }) => (
          <Facts>
            <Fact name={words.userName}>{username}</Fact>
            <Fact name={words.email}>
              {email}
              {pending && <p className={mutedClass}>{words.pendingEmail(pending)}</p>}
            </Fact>
          </Facts>
        )}
      </Answer>
    </Section>
  );
}
