import { type SyncStore, SyncStoreFailed } from "@foyer/accounts/sync-store";
import { refuse } from "@foyer/service-kit/errors";
import type { FastifyInstance } from "fastify";
import { fieldsOf, rawBody, withRawBodies } from "./raw-bodies.ts";

/** A store that can be set to fail, to test what people see then. */
export interface SwitchableSyncStore extends SyncStore {
  setFailing(failing: boolean): void;
}

export function switchableSyncStore(store: SyncStore): SwitchableSyncStore {
  let isFailing = false;
  const deleteAll: SyncStore["deleteAll"] = async (username) => {
    if (isFailing) throw new SyncStoreFailed("The sandbox was told to fail.");
    await store.deleteAll(username);
  };
  return {
    put: (username, path, content) => store.put(username, path, content),
    get: (username, path) => store.get(username, path),
    delete: (username, path) => store.delete(username, path),
    deleteAll,
    setFailing: (failing) => {
      isFailing = failing;
    },
  };
}

interface Place {
  Params: { username: string; "*": string };
}

/**
 * `PUT|GET|DELETE /sandbox/sync/<username>/<path>` store, return and delete a file. `POST /sandbox/sync
 * {"fail":…}` makes the store fail.
 */
export function serveSyncSandbox(app: FastifyInstance, store: SwitchableSyncStore): void {
  withRawBodies(app, (scope) => {
    scope.post("/sandbox/sync", async (request) => {
      const { fields, isForm } = fieldsOf(request);
      const fail = isForm && typeof fields["fail"] === "string" ? fields["fail"] === "true" : fields["fail"];
      if (typeof fail !== "boolean")
        refuse("input.invalid", { field: "fail", reason: "field", facts: { fault: "fail must be true or false." } });
      store.setFailing(fail);
      return { fail };
    });
    const address = "/sandbox/sync/:username/*";
    scope.put<Place>(address, async (request, reply) => {
      await store.put(request.params.username, request.params["*"], rawBody(request));
      return reply.status(204).send();
    });
    scope.get<Place>(address, async (request, reply) => {
      const content = await store.get(request.params.username, request.params["*"]);
      if (!content) refuse("object.not_found");
      return reply.type("application/octet-stream").send(content);
    });
    scope.delete<Place>(address, async (request, reply) => {
      await store.delete(request.params.username, request.params["*"]);
      return reply.status(204).send();
    });
  });
}
