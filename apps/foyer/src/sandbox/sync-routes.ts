import { type SyncStore, SyncStoreFailed } from "@foyer/accounts/sync-store";
import { refuse } from "@foyer/service-kit/errors";
import { parseBody } from "@foyer/service-kit/request-body";
import type { FastifyInstance } from "fastify";

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

const bodyOf = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/**
 * `PUT|GET|DELETE /sandbox/sync/<username>/<path>` store, return and delete a file. `POST /sandbox/sync
 * {"fail":…}` makes the store fail.
 */
export function serveSyncSandbox(app: FastifyInstance, store: SwitchableSyncStore): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.post("/sandbox/sync", async (request) => {
      const { fields, isForm } = parseBody(bodyOf(request.body), request.headers["content-type"]);
      const fail = isForm && typeof fields["fail"] === "string" ? fields["fail"] === "true" : fields["fail"];
      if (typeof fail !== "boolean")
        refuse("input.invalid", { field: "fail", reason: "field", facts: { fault: "fail must be true or false." } });
      store.setFailing(fail);
      return { fail };
    });
    const address = "/sandbox/sync/:username/*";
    scope.put<Place>(address, async (request, reply) => {
      await store.put(request.params.username, request.params["*"], bodyOf(request.body));
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
