import type { CallReply } from "@foyer/api-client/call-types";
import { useEffect } from "react";
import { words } from "#words/apps";
import { forgetAppRequest } from "../shared/storage/app-request.ts";
import { Ending } from "../shared/screens/ending.tsx";

/** The request of an app for access. */
export type AppRequest = CallReply<"readAppRequest">;

/** The end of a request that was answered, has expired, or came with another browser. */
export function Dead() {
  // Otherwise the start page would lead here again.
  useEffect(forgetAppRequest, []);
  return <Ending title={words.pageTitle} heading={words.deadTitle} text={words.dead} />;
}
