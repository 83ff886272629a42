import { Button, buttonClass } from "@foyer/ui/button";
import { type ReactNode, useState } from "react";
import { useLocation } from "react-router";
import { call } from "@foyer/api-client/client";
import { words } from "#words/mailed-link";
import { words as closing } from "#words/closing";
import { words as restore } from "#words/stop-restore";
import { words as contact } from "#words/undo-contact";
import { Ending } from "../shared/screens/ending.tsx";
import { entryOf } from "../shared/failures/refusal-of.ts";
import { FailureNotice } from "../shared/screens/failure-notice.tsx";
import { Screen } from "../shared/screens/screen.tsx";
import { useSubmit } from "../shared/forms/use-submit.ts";
import { Link } from "../shared/screens/router.tsx";
import { brand } from "../shared/settings/settings.ts";
import { userQuery } from "../shared/requests/queries.ts";
import { queryClient } from "../shared/requests/query-client.ts";
import { api } from "../shared/requests/api.ts";

/**
 * Carries out the action of a mailed link after a click. Opening the link changes nothing, because mail programs and scanners
 * open links.
 */
export function MailedLinkScreen({ kind }: { kind: keyof typeof mailedActs }) {
  const { search } = useLocation();
  const token = new URLSearchParams(search).get("token");
  const act: MailedAct = mailedActs[kind];
  if (!token) return <Ending title={act.title} heading={words.incomplete} text={words.incompleteHelp} />;
  // A new key for each link resets the question.
  return <Question act={act} token={token} key={token} />;
}

/** Endings by token. Undoing a change ends the session here, which draws the screens again. */
const reached = new Map<string, MailedEnding>();

function Question({ act, token }: { act: MailedAct; token: string }) {
  const [done, setDone] = useState(reached.get(token));
  const acting = useSubmit(async () => {
    const ending = await act.send(token);
    reached.set(token, ending);
    setDone(ending);
  });
  const ending = done ?? entryOf<MailedEnding>(act.endings, acting.failure);
  if (ending) {
    return (
      <Ending title={act.title} heading={ending.heading} text={ending.text}>
        {ending.next && <p>{ending.next}</p>}
      </Ending>
    );
  }
  return (
    <Screen title={act.title} heading={act.heading} width="text">
      <FailureNotice failure={acting.failure} />
      <p>{act.help}</p>
      <p>
        <Button look="primary" busy={acting.busy} onClick={() => acting.submit()}>
          {act.button}
        </Button>
      </p>
    </Screen>
  );
}

/** The result of a mailed link's action. */
interface MailedEnding {
  readonly heading: string;
  readonly text: string;
  readonly next?: ReactNode;
}

/** The action of a mailed link: its question, its call, and its possible results. */
interface MailedAct {
  readonly title: string;
  readonly heading: string;
  readonly help: string;
  readonly button: string;
  send(token: string): Promise<MailedEnding>;
  /** Results by the name of the refusal. Other refusals are shown above the question. */
  readonly endings: Readonly<Record<string, MailedEnding>>;
}

const resetPassword = (
  <Link to="/password-reset" className={buttonClass({ look: "primary" })}>
    {words.resetPassword}
  </Link>
);
const signIn = (
  <Link to="/" className={buttonClass({ look: "primary" })}>
    {closing.signIn}
  </Link>
);
const support = <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>;

async function changedAddress(change: Promise<{ email: string }>): Promise<string> {
  const { email } = await change;
  // A signed-in person must see the new address, so an earlier request for the account is canceled.
  await queryClient.cancelQueries({ queryKey: userQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: userQuery.queryKey });
  return email;
}

const emailEndings = { "email.link_dead": { heading: words.dead, text: words.deadHelp } };

const mailedActs = {
  confirm: {
    title: words.confirmTitle,
    heading: words.confirmHeading,
    help: words.confirmHelp,
    button: words.confirm,
    send: async (token) => ({
      heading: words.confirmed,
      text: words.confirmedHelp(await changedAddress(call(api, "confirmEmail", { body: { token } }))),
    }),
    endings: emailEndings,
  },
  undo: {
    title: words.undoTitle,
    heading: words.undoHeading,
    help: words.undoHelp,
    button: words.undo,
    send: async (token) => ({
      heading: words.undone,
      text: words.undoneHelp(await changedAddress(call(api, "undoEmail", { body: { token } }))),
      next: resetPassword,
    }),
    endings: emailEndings,
  },
  contact: {
    title: contact.title,
    heading: contact.heading,
    help: contact.help,
    button: contact.undo,
    send: async (token) => {
      const { description } = await call(api, "undoContact", { body: { token } });
      return { heading: contact.undone, text: contact.undoneHelp(description), next: resetPassword };
    },
    endings: { "contact.link_dead": { heading: words.dead, text: contact.deadHelp } },
  },
  restore: {
    title: restore.title,
    heading: restore.heading,
    help: restore.help,
    button: restore.stop,
    send: async (token) => {
      const { username } = await call(api, "stopRestore", { body: { token } });
      return { heading: restore.stopped, text: restore.stoppedHelp(username), next: support };
    },
    endings: {
      "restore.link_dead": { heading: words.dead, text: restore.deadHelp },
      "restore.carried_out": { heading: restore.late, text: restore.lateHelp, next: support },
    },
  },
  back: {
    title: closing.backTitle,
    heading: closing.backHeading,
    help: closing.backHelp,
    button: closing.open,
    send: async (token) => {
      const { username } = await call(api, "comeBack", { body: { token } });
      return { heading: closing.opened, text: closing.openedHelp(username), next: signIn };
    },
    endings: { "come_back.link_dead": { heading: words.dead, text: closing.deadHelp } },
  },
} satisfies Record<string, MailedAct>;
