import { SkeletonLine } from "@foyer/ui/placeholders";
import styles from "./bar.module.css";

/** Placeholder of the bar, until the signed-in person is loaded. */
export function BarSkeleton() {
  return (
    <div className={styles.bar}>
      <div className={styles.inner}>
        <div className={styles.nameWaiting}>
          <SkeletonLine width={1} />
        </div>
      </div>
    </div>
  );
}
