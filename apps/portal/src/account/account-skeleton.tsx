import { Skeleton } from "@foyer/ui/placeholders";
import { Section } from "@foyer/ui/section";
import { words as common } from "#words/common";
import { words } from "#words/account-frame";
import { Screen } from "../shared/screens/screen.tsx";
import styles from "./account-page.module.css";

/** The rows of the security section. */
export const securityLines = [0.3, 0.6, 0.5, 0.5, 0.5, 0.5, 0.4];

/** The account page's outline, until its code and its data have loaded. */
export function AccountSkeleton() {
  return (
    <Screen title={words.pageTitle} heading={words.heading}>
      <div className={styles.columns}>
        <div className={styles.index} />
        <div className={styles.sections}>
          <Section title={words.accountSection}>
            <Skeleton label={common.loading} lines={[0.5, 0.7]} />
          </Section>
          <Section title={words.securitySection}>
            <Skeleton label={common.loading} lines={securityLines} />
          </Section>
          <Section title={words.appAccessSection}>
            <Skeleton label={common.loading} lines={[0.6, 0.4, 0.6, 0.4]} />
          </Section>
          <Section title={words.teamSection}>
            <Skeleton label={common.loading} lines={[0.6, 0.4, 0.6, 0.4]} />
          </Section>
        </div>
      </div>
    </Screen>
  );
}
