import type { Replies } from "./answer-calls.ts";
import { type Scene, shows } from "./scene.ts";
import { staffReplies } from "./staff-replies.ts";

const replies: Replies = staffReplies;
const base = { signedIn: true, replies };

const person = { ...base, path: "/admin/accounts/maren", ready: shows("acc_8fKq2LmZ0pRtXvYb3NcD") };
const found = { ...base, path: "/admin?q=mare", ready: shows("marenka") };

/** The staff's area. */
export const adminScenes: readonly Scene[] = [
  {
    ...found,
    name: "admin-search-nothing",
    replies: { ...replies, staffSearch: { results: [] }, staffSearchBilling: { results: [] } },
    ready: shows("Nothing begins with"),
  },
  {
    ...found,
    name: "admin-search-partial",
    isMovedByNotice: true,
    replies: { ...replies, staffSearchBilling: { refusal: "provider.unavailable" } },
    ready: shows("cannot be searched right now"),
  },
  { ...person, name: "admin-person" },
  {
    ...person,
    name: "admin-person-partial",
    replies: { ...replies, staffReadCustomer: { refusal: "provider.unavailable" } },
    ready: shows("billing of this customer cannot be shown"),
  },
  {
    ...person,
    name: "admin-person-missing",
    replies: { ...replies, staffReadAccount: { refusal: "object.not_found" } },
    ready: shows("There is no account of that name."),
  },
  { ...base, name: "admin-license", path: "/admin/licenses/lic_4TzQ9wXkB2", ready: shows("ada.lovelace") },
  {
    ...base,
    name: "admin-legal-holds-none",
    path: "/admin/legal-holds",
    replies: { ...replies, staffListLegalHolds: { holds: [] } },
    ready: shows("No account is on hold."),
  },
  {
    ...base,
    name: "admin-legal-holds-loading",
    path: "/admin/legal-holds",
    replies: { ...replies, staffListLegalHolds: "never" },
    ready: shows("Accounts whose data is kept"),
  },
];
