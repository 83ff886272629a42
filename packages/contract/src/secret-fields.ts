import { z } from "zod";

/**
 * Fields of replies that give access to anyone who has them: links, codes and keys. A staff member who views as a
 * person gets them masked.
 */
const secretFields = z.registry<{ secret: true }>();

/** Marks the schema of such a field. A field that may be null is masked by null, every other one by the text `hidden`. */
export function secret<Schema extends z.ZodType>(schema: Schema): Schema {
  secretFields.add(schema, { secret: true });
  return schema;
}

interface Field {
  /** Names of the enclosing fields, and of the field. Items of lists have the name `[]`, every name of a record is `*`. */
  readonly path: readonly string[];
  readonly mask: null | "hidden";
}

interface Node {
  readonly secret?: boolean;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly additionalProperties?: Node;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly allOf?: readonly Node[];
}

const branchesOf = ({ anyOf = [], oneOf = [], allOf = [] }: Node): readonly Node[] => [...anyOf, ...oneOf, ...allOf];

/** Calls `see` for each part of a reply's schema, with its path. */
function eachPart(node: Node, path: readonly string[], see: (part: Node, path: readonly string[]) => void): void {
  see(node, path);
  for (const [name, field] of Object.entries(node.properties ?? {})) eachPart(field, [...path, name], see);
  if (node.items) eachPart(node.items, [...path, "[]"], see);
  if (typeof node.additionalProperties === "object") eachPart(node.additionalProperties, [...path, "*"], see);
  for (const branch of branchesOf(node)) eachPart(branch, path, see);
}

function partsOf(reply: z.ZodType): { readonly part: Node; readonly path: readonly string[] }[] {
  const schema = z.toJSONSchema(reply, { metadata: secretFields, unrepresentable: "any", io: "output" });
  const parts: { part: Node; path: readonly string[] }[] = [];
  eachPart(schema as Node, [], (part, path) => parts.push({ part, path }));
  return parts;
}

const isOf = ({ type }: Node, wanted: string): boolean => type === wanted || (type?.includes(wanted) ?? false);
const mayBeNull = (node: Node): boolean => isOf(node, "null") || branchesOf(node).some(mayBeNull);

const known = new WeakMap<z.ZodType, readonly Field[]>();

function fieldsOf(reply: z.ZodType): readonly Field[] {
  const held = known.get(reply);
  if (held) return held;
  const fields = partsOf(reply)
    .filter(({ part }) => part.secret === true)
    .map(({ part, path }): Field => ({ path, mask: mayBeNull(part) ? null : "hidden" }));
  known.set(reply, fields);
  return fields;
}

/** Returns the names of the text fields of a reply, each with its path and whether it is marked as secret. */
export function textFields(reply: z.ZodType): { readonly path: string; readonly isSecret: boolean }[] {
  const parts = partsOf(reply);
  const secrets = new Set(fieldsOf(reply).map(({ path }) => path.join(".")));
  const texts = parts.filter(({ part }) => isOf(part, "string")).map(({ path }) => path.join("."));
  return [...new Set(texts)].map((path) => ({ path, isSecret: secrets.has(path) }));
}

/** Masks the secret fields of a reply that its schema has parsed. Changes the reply, and returns it. */
export function maskSecrets<Reply>(schema: z.ZodType, reply: Reply): Reply {
  for (const { path, mask } of fieldsOf(schema)) maskAt(reply, path, mask);
  return reply;
}

function maskAt(value: unknown, [name, ...rest]: readonly string[], mask: Field["mask"]): void {
  if (typeof value !== "object" || value === null || name === undefined) return;
  const record = value as Record<string, unknown>;
  for (const key of name === "[]" || name === "*" ? Object.keys(record) : [name]) {
    if (rest.length > 0) maskAt(record[key], rest, mask);
    else if (typeof record[key] === "string") record[key] = mask;
  }
}
