import type { RunningSystem } from "@foyer/testing/running-system";

/** Allows what an app asks for at that address, as a signed-in person does in her browser. @returns where she is led back to. */
export async function allowApp(system: RunningSystem, token: string, url: string): Promise<string> {
  const asked = await fetch(url, { redirect: "manual" });
  const cookie = asked.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const request = new URL(asked.headers.get("location") ?? "", url).searchParams.get("request");
  const answered = await fetch(`${system.url}/api/1.1/app_requests/${request}/`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, cookie, "content-type": "application/json" },
    body: "{}",
  });
  const { url: next } = (await answered.json()) as { url: string };
  const back = await fetch(next, { headers: { cookie }, redirect: "manual" });
  return back.headers.get("location") ?? "";
}
