import { useMemo } from "react";
import { encode } from "uqr";
import styles from "./turn-on-dialog.module.css";

/** Width in modules of the light border that QR readers require. */
const QUIET = 4;

/** Shows a text as a QR code, dark on light in both themes, as QR readers expect it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => {
    const modules = encode(text, { ecc: "M", border: QUIET });
    const squares = modules.data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { path: squares.join(""), size: modules.size };
  }, [text]);
  return (
    <svg className={styles.picture} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} shapeRendering="crispEdges" className={styles.ink} />
    </svg>
  );
}
