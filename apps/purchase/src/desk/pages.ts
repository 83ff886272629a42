import type { DeskKind } from "@foyer/domain/consumer-law";
import { asRefusal } from "@foyer/service-kit/http";
import { logFailed } from "@foyer/service-kit/failed-request-log";
import { type FormFields, readForm } from "@foyer/service-kit/form-fields";
import { clientNetwork } from "@foyer/service-kit/rate-limit";
import { mediaType } from "@foyer/service-kit/request-body";
import { duringRequest } from "@foyer/service-kit/request-context";
import { shownPath } from "@foyer/service-kit/shown-path";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import { statementById, type StoredStatement } from "../statements/statement-store.ts";
import { confirmStatement, disownStatement, isAsked } from "./carry-out.ts";
import { formPage } from "./form-page.ts";
import { statementOfLink } from "./mails.ts";
import { makeStatement } from "./make-statement.ts";
import { pageFrame } from "./page-frame.ts";
import { faultsOf, statementIdIn, typedIn } from "./statement.ts";
import { deadLinkPage, failurePage, orderPage, receiptPage, reviewPage } from "./statement-pages.ts";
import { startFor } from "./visitor.ts";

const BODY_BYTES = 32_768;
const BOUNDS = { fields: 40, items: 10, itemsInAll: 100, depth: 1 } as const;
/** Uses of mailed links from one network. */
const linkUses = { limit: 120, windowSeconds: 600 };
const UNREADABLE = "We could not read what was sent. Please fill the form in again.";

/** Returns the fields of a form, or null for a body that is none. */
function fieldsOf({ body, headers }: FastifyRequest): FormFields | null {
  if (!Buffer.isBuffer(body) || mediaType(headers["content-type"]) !== "application/x-www-form-urlencoded") return null;
  try {
    const fields = readForm(body, BOUNDS);
    return typeof fields === "string" ? null : fields;
  } catch {
    return null;
  }
}

/** True if a page of another site sent it, whose visitor has not seen the statement. */
const isFromElsewhere = ({ headers }: FastifyRequest): boolean =>
  ["cross-site", "same-site"].includes(String(headers["sec-fetch-site"]));

const textIn = (fields: FormFields, name: string): string => {
  const value = fields.get(name);
  return typeof value === "string" ? value : "";
};

type Page = ReturnType<typeof orderPage>;
interface Answer {
  readonly status: number;
  readonly page: Page;
}
type Handler = (request: FastifyRequest) => Promise<Answer>;

const ok = (page: Page): Answer => ({ status: 200, page });

/** The form, the statement before it is made, and its receipt. */
function statementHandlers(deps: Deps, kind: DeskKind): { form: Handler; review: Handler; confirm: Handler } {
  const empty = (problem = "") => formPage(kind, { typed: {}, contracts: [] }, {}, problem);

  /** Reads a statement that can be shown. Answers everything else with the form. */
  async function shown(request: FastifyRequest, then: (fields: FormFields) => Promise<Answer>): Promise<Answer> {
    const fields = fieldsOf(request);
    if (!fields) return { status: 400, page: empty(UNREADABLE) };
    const typed = typedIn(fields, kind);
    const faults = faultsOf(typed);
    const isWrong = Object.keys(faults).length > 0;
    if (!isWrong && !fields.has("change")) return await then(fields);
    const page = formPage(kind, { typed, contracts: [] }, fields.has("change") ? {} : faults);
    return { status: isWrong ? 422 : 200, page };
  }

  const reviewed = async (fields: FormFields): Promise<Answer> =>
    ok(reviewPage(kind, typedIn(fields, kind), statementIdIn(fields)));
  return {
    form: async ({ headers }) => ok(formPage(kind, await startFor(deps, kind, headers.cookie))),
    review: (request) => shown(request, reviewed),
    confirm: (request) =>
      shown(request, async (fields) => {
        if (isFromElsewhere(request)) return await reviewed(fields);
        const made = { kind, typed: typedIn(fields, kind), id: statementIdIn(fields), ip: request.ip };
        const statement = await makeStatement(deps, made);
        return ok(receiptPage(statement, deps.brand.company, deps.desk?.timeZone ?? "UTC"));
      }),
  };
}

/** The page behind a mail to the owner of an order. Opening it changes nothing, because mail programs open links too. */
function orderHandlers(deps: Deps, kind: DeskKind): { look: Handler; decide: Handler } {
  async function found(request: FastifyRequest, id: string, code: string): Promise<StoredStatement | null> {
    await deps.limiter.take(`desk-links:${clientNetwork(request.ip)}`, linkUses);
    const stated = await statementOfLink(deps, id, code);
    return stated?.kind === kind ? stated : null;
  }
  const dead: Answer = { status: 410, page: deadLinkPage };
  return {
    look: async (request) => {
      const { id = "", code = "", act = "" } = request.query as Readonly<Record<string, string>>;
      const stated = await found(request, String(id), String(code));
      if (!stated) return dead;
      return ok(orderPage(stated, isAsked(stated, deps.clock.now()) ? { code: String(code), act } : null));
    },
    decide: async (request) => {
      const fields = fieldsOf(request) ?? new Map();
      const id = textIn(fields, "id");
      if (!(await found(request, id, textIn(fields, "code")))) return dead;
      const act = textIn(fields, "act");
      if (act === "carry_out") await confirmStatement(deps, id);
      if (act === "not_me") await disownStatement(deps, id);
      const stated = await statementById(deps.db, id);
      return stated ? ok(orderPage(stated, null)) : dead;
    },
  };
}

function addPages(app: FastifyInstance, deps: Deps, kind: DeskKind): void {
  const frame = pageFrame(deps);
  const serve = (work: Handler) => (request: FastifyRequest, reply: FastifyReply) =>
    duringRequest(request.id, async () => {
      const { status, page } = await work(request);
      return frame.send(reply, status, page);
    });
  const { form, review, confirm } = statementHandlers(deps, kind);
  const { look, decide } = orderHandlers(deps, kind);
  app.get(`/${kind}`, serve(form));
  app.post(`/${kind}`, serve(review));
  // A reload by address begins again.
  app.get(`/${kind}/confirm`, (_request, reply) => reply.redirect(`/${kind}`, 303));
  app.post(`/${kind}/confirm`, serve(confirm));
  app.get(`/${kind}/order`, serve(look));
  app.post(`/${kind}/order`, serve(decide));
}

/** `/withdraw` and `/cancel`, for everybody, without sign-in and without script. Without a desk in the brand, there are no such pages. */
export function deskPages(deps: Deps): FastifyPluginAsync {
  return async (app) => {
    if (!deps.desk) return;
    const frame = pageFrame(deps);
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    app.setErrorHandler((error, request, reply) => {
      const refusal = asRefusal(error);
      const { status } = refusal;
      if (status >= 500) logFailed(deps.log, status, { err: error, requestId: request.id, path: shownPath(request) });
      if (refusal.retryAfterSeconds !== undefined) void reply.header("retry-after", String(refusal.retryAfterSeconds));
      return frame.send(reply, status, failurePage(deps.brand.contacts.support));
    });
    addPages(app, deps, "withdraw");
    addPages(app, deps, "cancel");
  };
}
