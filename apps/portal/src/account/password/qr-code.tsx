import { useMemo } from "react";
import { qrModules } from "./qr-modules.ts";
import styles from "./turn-on-dialog.module.css";

/** Light modules that readers want around the code. */
const QUIET = 4;

/** A text as a QR code, dark on light in either theme, as readers expect it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => {
    const modules = qrModules(text);
    const squares = modules.flatMap((row, y) =>
      row.flatMap((dark, x) => (dark ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])),
    );
    return { path: squares.join(""), size: modules.length + 2 * QUIET };
  }, [text]);
  return (
    <svg className={styles.picture} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} shapeRendering="crispEdges" className={styles.ink} />
    </svg>
  );
}
