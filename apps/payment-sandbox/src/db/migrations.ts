/** Where the sandbox's tables are made: the schema, the role that uses it, the SQL files. */
export const sandboxSchema = {
  schema: "sandbox",
  role: "foyer_sandbox",
  folder: new URL("./migrations/", import.meta.url),
  isService: false,
};
