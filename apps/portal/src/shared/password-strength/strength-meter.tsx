import { knownWords, type PasswordVerdict, passwordVerdict } from "@foyer/domain/password";
import { classNames } from "@foyer/ui/class-names";
import { useEffect, useState } from "react";
import { words } from "#words/password-strength";
import { brand } from "../settings/settings.ts";
import { estimateGuesses } from "./estimate.ts";
import styles from "./strength-meter.module.css";

/** The owner of the password, as far as the page knows. */
export interface PasswordOwner {
  username?: string;
  email?: string;
}

interface StrengthMeterProps {
  password: string;
  owner: PasswordOwner;
}

/** A pause in typing, so that screen readers do not announce every letter. */
const PAUSE_MS = 250;

/** Shows how hard a password is to guess, as a bar and in words. It is advice; the service decides (KEY-07). */
export function StrengthMeter({ password, owner: { username = "", email = "" } }: StrengthMeterProps) {
  const [verdict, setVerdict] = useState<PasswordVerdict | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setVerdict(judged(password, { username, email })), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [password, username, email]);
  const shown = password === "" ? null : verdict;
  return (
    <div>
      <div className={classNames(styles.bar, shown && styles[shown.strength])} aria-hidden="true">
        <div />
      </div>
      <div role="status">{shown && sentenceOf(shown)}</div>
    </div>
  );
}

function judged(password: string, owner: PasswordOwner): PasswordVerdict {
  const known = knownWords(owner, [brand.provider, brand.company, ...brand.products.map(({ name }) => name)]);
  return passwordVerdict(password, known, estimateGuesses(password, known));
}

function sentenceOf({ weakness, strength }: PasswordVerdict): string {
  if (weakness !== null) return words.weak[weakness];
  return strength === "weak" ? words.weak.guessable : words.strengths[strength];
}
