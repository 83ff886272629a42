import type { Replies } from "./answer-calls.ts";
import { manager, managersReplies } from "./people.ts";
import { type Scene, shows } from "./scene.ts";

const replies: Replies = {
  ...managersReplies,
  readUser: { userinfo: { ...manager, is_staff: true, second_factor: true, staff_rights: ["admin"] } },
};

/** The accounts on legal hold. */
export const holdScenes: readonly Scene[] = [
  {
    name: "admin-legal-holds",
    path: "/admin/legal-holds",
    signedIn: true,
    replies: {
      ...replies,
      staffListLegalHolds: {
        holds: [
          {
            username: "maren",
            account_state: 300,
            reason: "Harbour & Daughters v. Birchworks, 12 O 77/26",
            until: "2028-12-31T23:59:59Z",
            set_by: "fern",
            set_at: "2026-11-20T09:30:00Z",
            erased_by: "2028-12-31T23:59:59Z",
          },
          {
            username: "tilo",
            account_state: 100,
            reason: "Tax audit",
            until: "2029-06-30T23:59:59Z",
            set_by: "fern",
            set_at: "2026-11-20T09:30:00Z",
            erased_by: null,
          },
        ],
      },
    },
    ready: shows("Tax audit"),
  },
  {
    name: "admin-legal-holds-none",
    path: "/admin/legal-holds",
    signedIn: true,
    replies: { ...replies, staffListLegalHolds: { holds: [] } },
    ready: shows("No account is on hold."),
  },
  {
    name: "admin-legal-holds-loading",
    path: "/admin/legal-holds",
    signedIn: true,
    replies: { ...replies, staffListLegalHolds: "never" },
    ready: shows("Accounts whose data is kept"),
  },
];
