import type { Session, TrustedBrowser } from "@foyer/contract/sessions";
import { formatDate } from "@foyer/domain/dates";
import { coarseNetwork } from "@foyer/domain/network";
import { Button } from "@foyer/ui/button";
import { Tag } from "@foyer/ui/tag";
import type { ReactNode } from "react";
import { words as apps } from "#words/apps";
import { words } from "#words/security";
import styles from "../account-page.module.css";
import { momentOf } from "../../shared/screens/moment.ts";
import { deviceName } from "./device-name.ts";

interface EndTrust {
  /** The network of the current session; null if it is unknown. */
  here: string | null;
  endingTrust: boolean;
  onEndTrust: (browser: string) => void;
}

interface SessionRowProps extends EndTrust {
  session: Session;
  ending: boolean;
  onEnd: () => void;
}

/** An active session: where and when it was opened. It can be ended, and so can the trust in its browser. */
export function SessionRow({ session, ending, onEnd, ...trust }: SessionRowProps) {
  const device = deviceName(session.user_agent);
  const since = momentOf(session.created);
  return (
    <Row
      device={device}
      tag={
        <>
          {session.current && <Tag kind="info">{words.thisSession}</Tag>}
          {session.opened_from !== undefined && <Tag>{apps.openedFrom(session.opened_from)}</Tag>}
        </>
      }
      when={[words.since(since), ...(session.current ? [] : [words.lastUsed(momentOf(session.last_used))])]}
      where={session.current ? networkOf(session.ip, null) : networkOf(session.ip, trust.here)}
      trust={session.trust}
      {...trust}
    >
      {!session.current && (
        <Button small busy={ending} aria-label={words.endOf(device, since)} onClick={onEnd}>
          {words.end}
        </Button>
      )}
    </Row>
  );
}

/** A trusted browser without an active session. */
export function BrowserRow({ browser, ...trust }: EndTrust & { browser: TrustedBrowser }) {
  return (
    <Row
      device={deviceName(browser.user_agent)}
      tag={<Tag>{words.signedOut}</Tag>}
      when={[words.lastUsed(momentOf(browser.last_seen))]}
      where={networkOf(browser.ip, trust.here)}
      trust={{ browser: browser.id, until: browser.until }}
      {...trust}
    />
  );
}

/**
 * Returns where a session was opened: its network, because no installation has a register of places. A person can tell whether
 * that is the current network.
 */
function networkOf(ip: string, here: string | null): string {
  const network = coarseNetwork(ip);
  if (network === null) return words.unknownNetwork;
  return network === here ? words.fromSameNetwork(network) : words.fromNetwork(network);
}

interface RowProps extends EndTrust {
  device: string;
  tag: ReactNode;
  when: readonly string[];
  where: string;
  trust: Session["trust"];
  children?: ReactNode;
}

function Row({ device, tag, when, where, trust, endingTrust, onEndTrust, children }: RowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p className={styles.name}>
          {device}
          {tag}
        </p>
        <p className={styles.details}>
          {when.map((line) => (
            <span key={line}>{line}</span>
          ))}
          <span>{where}</span>
        </p>
        {trust && <p className={styles.details}>{words.trustedUntil(formatDate(trust.until))}</p>}
      </div>
      <div className={styles.rowActions}>
        {trust && (
          <Button
            small
            busy={endingTrust}
            aria-label={words.stopTrustingOf(device)}
            onClick={() => onEndTrust(trust.browser)}
          >
            {words.stopTrusting}
          </Button>
        )}
        {children}
      </div>
    </li>
  );
}
