import { randomBytes } from "node:crypto";

interface Answer {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- Answers have every shape.
  readonly body: any;
}

interface CallParts {
  readonly token?: string;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
}

/** The calls of a running product that the loader uses, and its import command. */
interface System {
  call(method: string, address: string, parts?: CallParts): Promise<Answer>;
  import(lines: readonly object[]): Promise<{ readonly code: number; readonly stderr: string }>;
}

const imports = "/api/1.1/admin/imports/";

/**
 * Loads import lines as a staff member does in the browser, without starting a process for each file.
 *
 * @returns a function that resolves when the lines are loaded, and throws if they have faults.
 */
export function loader(system: System): (lines: readonly object[]) => Promise<void> {
  const username = `loader${randomBytes(4).toString("hex")}`;
  const password = `harbor-${username}`;
  let token: Promise<string> | null = null;

  async function signIn(): Promise<string> {
    const { body } = await system.call("POST", "/api/1.1/signin/", { form: { username, password } });
    return String(body.token?.access_token);
  }

  async function arrive(): Promise<string> {
    const line = { type: "account", username, email: `${username}@fernhill.example`, password, is_staff: true };
    const outcome = await system.import([line]);
    if (outcome.code !== 0) throw new Error(`nobody can load lines: ${outcome.stderr}`);
    return signIn();
  }

  /** Calls as the staff member. Signs in again if a test moved the clock beyond the session's end. */
  async function call(method: string, json?: unknown): Promise<Answer> {
    token ??= arrive();
    const answer = await system.call(method, imports, { token: await token, json });
    if (answer.status !== 401) return answer;
    token = signIn();
    return system.call(method, imports, { token: await token, json });
  }

  return async (lines) => {
    const file = lines.map((line) => JSON.stringify(line)).join("\n");
    const begun = await call("POST", { file, name: "lines.jsonl", reason: "a test needs them", password });
    if (begun.status !== 200) throw new Error(`the lines were refused: ${JSON.stringify(begun.body)}`);
    for (;;) {
      const { body } = await call("GET");
      const own = (body.imports as { id: string; state: string; error: string }[]).find(
        ({ id }) => id === begun.body.id,
      );
      if (own?.state === "done") return;
      if (own?.state !== "running") throw new Error(`the lines were not loaded: ${JSON.stringify(own ?? body)}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
}
