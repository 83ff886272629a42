/** Moves the clock without leaving the page, and shows the result. */
async function moveClock(form: HTMLFormElement, status: HTMLElement): Promise<void> {
  status.textContent = "Moving…";
  const seconds = Number(new FormData(form).get("advance_seconds"));
  const response = await fetch("/sandbox/clock", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ advance_seconds: seconds }),
  });
  if (!response.ok) throw new Error(`The clock answered ${response.status}.`);
  location.reload();
}

const clockForm = document.querySelector<HTMLFormElement>("form#clock");
const clockStatus = document.querySelector<HTMLElement>("#clock-status");
clockForm?.addEventListener("submit", (event) => {
  event.preventDefault();
  if (!clockStatus) return;
  moveClock(clockForm, clockStatus).catch((error: unknown) => {
    clockStatus.textContent = error instanceof Error ? error.message : "The clock did not move.";
  });
});
