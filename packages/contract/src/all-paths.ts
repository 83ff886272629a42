import { activationPaths } from "./activation-paths.ts";
import { appPaths } from "./app-paths.ts";
import { buyPaths } from "./buy-paths.ts";
import { chargePaths } from "./charge-paths.ts";
import { paperPaths } from "./paper-paths.ts";
import { paths, type Service } from "./paths.ts";
import { providerPaths, servicePaths } from "./service-paths.ts";
import { staffPaths } from "./staff-paths.ts";
import { visitorPaths } from "./visitor-paths.ts";

/** Method and path of every call of both services, in the order in which those that share them are asked. */
export const allPaths = {
  ...paths,
  ...visitorPaths,
  ...activationPaths,
  ...appPaths,
  ...buyPaths,
  ...chargePaths,
  ...paperPaths,
  ...providerPaths,
  ...servicePaths,
  ...staffPaths,
};

type AllPaths = typeof allPaths;

/** Names of the calls of both services. */
export type EndpointName = keyof AllPaths;

/** Names of the calls that a client can make. */
export type CallName = Exclude<EndpointName, keyof typeof providerPaths>;

/** A table of paths, as clients use it. */
export type Paths<Names extends CallName = CallName> = Readonly<Record<Names, string>>;

/** Names of the calls of one service. */
export type EndpointNameOf<Of extends Service> = {
  [Name in EndpointName]: AllPaths[Name] extends `${string} /api/v2/${string}`
    ? Of extends "purchase"
      ? Name
      : never
    : Of extends "accounts"
      ? Name
      : never;
}[EndpointName];
