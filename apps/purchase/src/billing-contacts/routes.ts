import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import {
  addContact,
  changeContact,
  confirmLink,
  listContacts,
  readLink,
  removeContact,
  stopLink,
} from "./billing-contacts.ts";

export function billingContactRoutes(deps: Deps) {
  return routes({
    listBillingContacts: async ({ params }) => ({ contacts: await listContacts(deps, params.id) }),
    addBillingContact: async ({ params, body }) => ({ contact: await addContact(deps, params.id, body) }),
    changeBillingContact: async ({ params, body }) => ({
      contact: await changeContact(deps, params.id, params.contact, body),
    }),
    removeBillingContact: async ({ params }) => ({ contacts: await removeContact(deps, params.id, params.contact) }),
    readBillingLink: async ({ body, ip }) => ({ link: await readLink(deps, body.token, ip) }),
    confirmBillingLink: async ({ body, ip }) => ({ link: await confirmLink(deps, body.token, ip) }),
    stopBillingLink: async ({ body, ip }) => ({ link: await stopLink(deps, body.token, ip) }),
  });
}
