import type { Session, TrustedBrowser } from "@foyer/contract/sessions";
import { formatDate } from "@foyer/domain/dates";
import { Button } from "@foyer/ui/button";
import { Tag } from "@foyer/ui/tag";
import type { ReactNode } from "react";
import { words as apps } from "#words/apps";
import { words } from "#words/security";
import styles from "../account-page.module.css";
import { deviceName } from "./device-name.ts";

interface EndTrust {
  endingTrust: boolean;
  onEndTrust: (browser: string) => void;
}

interface SessionRowProps extends EndTrust {
  session: Session;
  ending: boolean;
  onEnd: () => void;
}

/** An active session; it can be ended, and so can the trust in its browser. */
export function SessionRow({ session, ending, onEnd, ...trust }: SessionRowProps) {
  const device = deviceName(session.user_agent);
  const lastUsed = formatDate(session.last_used);
  return (
    <Row
      device={device}
      tag={
        <>
          {session.current && <Tag kind="info">{words.thisSession}</Tag>}
          {session.opened_from !== undefined && <Tag>{apps.openedFrom(session.opened_from)}</Tag>}
        </>
      }
      when={session.current ? words.since(formatDate(session.created)) : words.lastUsed(lastUsed)}
      ip={session.ip}
      trust={session.trust}
      {...trust}
    >
      {!session.current && (
        <Button small busy={ending} aria-label={words.endOf(device, lastUsed)} onClick={onEnd}>
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
      when={words.lastUsed(formatDate(browser.last_seen))}
      ip={browser.ip}
      trust={{ browser: browser.id, until: browser.until }}
      {...trust}
    />
  );
}

interface RowProps extends EndTrust {
  device: string;
  tag: ReactNode;
  when: string;
  ip: string;
  trust: Session["trust"];
  children?: ReactNode;
}

function Row({ device, tag, when, ip, trust, endingTrust, onEndTrust, children }: RowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p className={styles.name}>
          {device}
          {tag}
        </p>
        <p className={styles.details}>
          <span>{when}</span>
          <span>{ip}</span>
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
