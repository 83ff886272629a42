/** Where the sandbox's tables are made, and in which schema. */
export const migrations = { schema: "sandbox", folder: new URL("./migrations/", import.meta.url) };
