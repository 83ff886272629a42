import { readUser } from "@foyer/contract/user";
import { type Route, route } from "@foyer/service-kit/call";
import type { Deps } from "../deps.ts";
import { readUserInfo } from "./read-user.ts";

export function personRoutes(deps: Deps): Route[] {
  return [route(readUser, async ({ caller }) => ({ userinfo: await readUserInfo(deps, caller) }))];
}
