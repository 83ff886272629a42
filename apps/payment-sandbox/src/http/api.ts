import type pg from "pg";
import { API_VERSION } from "../objects/event.ts";
import { randomText } from "../objects/id.ts";
import { type Connection, inTransaction } from "../store/transaction.ts";
import { Unit } from "../store/unit.ts";
import { parseForm } from "../wire/form.ts";
import { Params } from "../wire/params.ts";
import { presented } from "../wire/present.ts";
import { Refusal } from "../wire/refusal.ts";
import { beginWithKey, requestHash, storeAnswer, storedAnswer, type ApiAnswer } from "./idempotency.ts";
import { isPublicKey, refusePublic } from "./keys.ts";
import { matched, type Match } from "./router.ts";

/** A request to the API, independent of the server that received it. */
export interface ApiRequest {
  method: string;
  /** Below `/v1/`, without the query. */
  path: string;
  query: string;
  body: string;
  authorization: string | undefined;
  idempotencyKey: string | undefined;
  version: string | undefined;
}

export interface ApiDeps {
  pool: pg.Pool;
  now: () => Date;
  origin: string;
  secretKey: string;
}

interface Work {
  match: Match;
  params: Params;
  expand: string[];
  isPublic: boolean;
}

async function answered(unit: Unit, work: Work): Promise<ApiAnswer> {
  const { match, params, isPublic } = work;
  const object = await match.route.run({ unit, params, id: match.id, secondId: match.secondId, isPublic });
  params.end();
  return { status: 200, body: await presented(unit, object, work.expand) };
}

function refuseVersion(version: string | undefined): void {
  if (version === undefined || version === API_VERSION) return;
  throw new Refusal(400, `The payment sandbox speaks API version ${API_VERSION} alone, not ${version}.`, {
    code: "sandbox_not_supported",
  });
}

function prepared({ secretKey }: ApiDeps, request: ApiRequest): Work {
  const params = new Params({ ...parseForm(request.query), ...parseForm(request.body) });
  const isPublic = isPublicKey(request.authorization, params.string("key"), secretKey);
  params.ignore("_stripe_version");
  refuseVersion(request.version);
  const match = matched(request.method, request.path);
  if (isPublic && !match.route.isPublic) refusePublic();
  return { match, params, isPublic, expand: params.strings("expand") ?? [] };
}

/** Runs the handler. A refusal takes its changes back, unless it has `keepsWork`. */
async function guarded(unit: Unit, work: Work): Promise<ApiAnswer> {
  try {
    return await answered(unit, work);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (!error.keepsWork) await unit.takeBack();
    return { status: error.status, body: error.body() };
  }
}

/** Whether a repeat with the same key gets this answer again. A refused request may be sent again with the same key. */
function isKept(answer: ApiAnswer): boolean {
  return answer.status < 400 || answer.status === 402;
}

async function written(here: ApiDeps, request: ApiRequest, wanted: Work): Promise<ApiAnswer> {
  const now = Math.floor(here.now().getTime() / 1000);
  const key = request.method === "POST" ? request.idempotencyKey : undefined;
  const hash = requestHash(request.method, request.path, request.body);
  const begin = key ? beginWithKey(key) : undefined;
  const work = async (client: Connection, begun: pg.QueryResult | pg.QueryResult[]): Promise<ApiAnswer> => {
    const stored = key ? await storedAnswer(client, begun, { key, hash, now }) : null;
    if (stored) return stored;
    const unit = new Unit(client, {
      now,
      origin: here.origin,
      request: { id: `req_${randomText(14)}`, idempotency_key: key ?? null },
    });
    const answer = await guarded(unit, wanted);
    await unit.send();
    if (key && isKept(answer)) await storeAnswer(client, key, hash, now, answer);
    return answer;
  };
  return inTransaction(here.pool, work, begin);
}

/** Stores `answer` under the request's key, in place of its real answer. */
export async function keepAnswer(here: ApiDeps, request: ApiRequest, answer: ApiAnswer): Promise<void> {
  const { idempotencyKey: key, method, path, body } = request;
  if (!key) return;
  const now = Math.floor(here.now().getTime() / 1000);
  await inTransaction(here.pool, (client) => storeAnswer(client, key, requestHash(method, path, body), now, answer));
}

/** Answers one request. A change is written in one transaction. */
export async function answerTo(here: ApiDeps, request: ApiRequest): Promise<ApiAnswer> {
  try {
    const work = prepared(here, request);
    if (request.method !== "GET" && !work.match.route.isRead) return await written(here, request, work);
    const now = Math.floor(here.now().getTime() / 1000);
    return await answered(new Unit(here.pool, { now, origin: here.origin }), work);
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, body: error.body() };
    throw error;
  }
}
