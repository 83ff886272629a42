/** JSON answer of the provider. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;

function flatten(value: unknown, name: string, into: URLSearchParams): void {
  if (Array.isArray(value)) value.forEach((entry, index) => flatten(entry, `${name}[${index}]`, into));
  else if (typeof value === "object" && value !== null) {
    for (const [key, entry] of Object.entries(value)) flatten(entry, name ? `${name}[${key}]` : key, into);
  } else if (value !== undefined) into.append(name, JSON.stringify(value).replaceAll(/^"|"$/g, ""));
}

/** Calls the provider directly, as its dashboard does, without our service. */
export type Provider = (method: "GET" | "POST" | "DELETE", path: string, body?: object) => Promise<Json>;

export function providerAt(origin: string): Provider {
  return async (method, path, body) => {
    const form = new URLSearchParams();
    flatten(body ?? {}, "", form);
    const query = method === "GET" && form.size > 0 ? `?${form.toString()}` : "";
    const response = await fetch(`${origin}/sandbox/stripe/v1/${path}${query}`, {
      method,
      headers: { authorization: "Bearer sk_test_sandbox", "content-type": "application/x-www-form-urlencoded" },
      ...(method === "GET" ? {} : { body: form.toString() }),
    });
    const answer: Json = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${answer.error?.message}`);
    return answer;
  };
}
