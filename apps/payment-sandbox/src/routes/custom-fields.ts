import type { CustomField } from "../objects/customer.ts";
import type { Params } from "../wire/params.ts";
import { badRequest } from "../wire/refusal.ts";

/** The custom fields in a call; undefined when absent, null when cleared. `name` is the parameter's in refusals. */
export function customFieldsOf(params: Params | undefined, name: string): CustomField[] | null | undefined {
  if (!params?.has("custom_fields")) return undefined;
  const fields = (params.objects("custom_fields") ?? []).map((one) => ({
    name: one.required("name"),
    value: one.required("value"),
  }));
  const refused = (message: string) => badRequest(message, { param: name });
  if (fields.length > 4) throw refused(`Array ${name} exceeded maximum 4 allowed elements.`);
  if (fields.some((field) => field.name.length > 40 || field.value.length > 140)) {
    throw refused("A custom field has a name of at most 40 and a value of at most 140 characters.");
  }
  return fields.length > 0 ? fields : null;
}
