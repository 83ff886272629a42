import { useEffect, useState } from "react";

/**
 * Returns the value of the last painted frame; a change follows right after the next paint. For what may follow a click by one frame,
 * so that the click itself is answered with less work. `useDeferredValue` mostly renders in the same frame.
 */
export function useAfterPaint<Value>(value: Value): Value {
  const [painted, setPainted] = useState(value);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(value));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [value]);
  return painted;
}
