import { SkeletonLine } from "@foyer/ui/placeholders";
import styles from "./bar.module.css";

/** The bar's place, until it is known who is signed in. */
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
