import { parseBody, type ParsedBody } from "@foyer/service-kit/request-body";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Has every body of these routes arrive unparsed, of any type. */
export function withRawBodies(app: FastifyInstance, addRoutes: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    addRoutes(scope);
  });
}

export const rawBody = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** The fields of an unparsed body. */
export const fieldsOf = (request: FastifyRequest): ParsedBody =>
  parseBody(rawBody(request), request.headers["content-type"]);
