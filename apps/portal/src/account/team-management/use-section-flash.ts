import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";

/** `?section=team` leads to the section and draws the eye to it; then the address is plain again (HOME-05). */
export function useSectionFlash() {
  const element = useRef<HTMLElement>(null);
  const { search } = useLocation();
  const navigate = useNavigate();
  const flash = new URLSearchParams(search).get("section") === "team";
  useEffect(() => {
    if (flash) element.current?.scrollIntoView({ block: "start" });
  }, [flash]);
  return { ref: element, flash, onFlashEnd: () => void navigate("/", { replace: true }) };
}
