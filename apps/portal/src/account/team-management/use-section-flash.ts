import { useIsFetching } from "@tanstack/react-query";
import { useLocation, useNavigate } from "react-router";

/** `?section=team` draws the eye to the section once all of the page is there; then the address is plain again (HOME-05). */
export function useSectionFlash() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const isComplete = useIsFetching() === 0;
  const flash = isComplete && new URLSearchParams(search).get("section") === "team";
  return { flash, onFlashEnd: () => void navigate("/", { replace: true }) };
}
