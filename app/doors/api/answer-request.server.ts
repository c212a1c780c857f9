import type { IncomingMessage } from "node:http";
import { v7 as newId } from "uuid";
import { env } from "#app/config/env.server.ts";
import { allowInMemory } from "#app/domain/core/rate-limits/allow.server.ts";
import { claimRequest, forgetRequest, keepAnswer } from "#app/domain/tokens/kept-answers.server.ts";
import type { TokenBearer } from "#app/domain/tokens/find-token.server.ts";
import { database } from "#db/connection.server.ts";
import { readBodyAs, requireAccess, requireBearer } from "./bearer.server.ts";
import { readBody } from "./body.ts";
import { answerOncePerRevision } from "./kept-lists.ts";
import { check } from "./check.ts";
import { tagOf } from "./etag.ts";
import { countApiChange, limitHeaders, tooManyCalls } from "./limits.ts";
import type { Answer, Operation } from "./operation.ts";
import { Problem } from "./problem.ts";

interface Request {
  operation: Operation;
  params: Record<string, string>;
  query: URLSearchParams;
}

interface Client {
  network: string;
  origin: string;
  logInfo: (facts: object) => void;
  /** Told who asks, for the log. */
  onBearer: (bearer: TokenBearer) => void;
  /** Called before anything is done, so that refusals have these headers as well. */
  setHeaders: (headers: Record<string, string>) => void;
}

export async function answerRequest(
  req: IncomingMessage,
  { operation, params, query }: Request,
  client: Client,
): Promise<Answer> {
  const bearer = await requireBearer(database(), req, client.network);
  client.onBearer(bearer);
  requireAccess(bearer, operation.access);
  const rules = operation.method === "get" ? (["api_calls"] as const) : changeRules;
  for (const rule of rules)
    if (!allowInMemory(rule, bearer.userId)) throw tooManyCalls(rule, bearer.userId);
  if (operation.method !== "get") countApiChange(bearer);
  client.setHeaders(limitHeaders("api_calls", bearer.userId));
  if (!operation.isKept) return runOperation(req, { operation, params, query }, client, bearer);
  return answerOncePerRevision(bearer, client.origin + req.url, () =>
    runOperation(req, { operation, params, query }, client, bearer),
  );
}

async function runOperation(
  req: IncomingMessage,
  { operation, params, query }: Request,
  client: Client,
  bearer: TokenBearer,
): Promise<Answer> {
  const body = operation.body
    ? await readBodyAs(database(), req, bearer, readBody)
    : { text: "", value: {} };
  const call = {
    db: database(),
    viewer: { ...bearer, timeZone: bearer.timeZone ?? env.MILA_TIME_ZONE ?? "UTC" },
    access: bearer.access,
    params: check(operation.params, params, "not_found"),
    query: check(operation.query, readQuery(query), "bad_request"),
    body: check(operation.body, body.value, "invalid"),
    requestId: newId(),
    origin: client.origin,
    logInfo: client.logInfo,
    requireMatch: (present: object) => requireMatch(req, present),
  };
  // In another household, it is another request.
  const content = `${operation.method} ${req.url}\n${bearer.householdId}\n${body.text}`;
  if (operation.method !== "post") return operation.run(call);
  return answerOnce(req, { userId: bearer.userId, content }, (requestId) =>
    operation.run({ ...call, ...(requestId && { requestId }) }),
  );
}

const changeRules = ["api_calls", "changes"] as const;

/** A parameter that is there twice is refused by its schema. */
function readQuery(query: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

function requireMatch({ headers }: IncomingMessage, present: object): void {
  const expected = headers["if-match"];
  if (expected === undefined || expected.trim() === "*") return;
  const tag = tagOf(JSON.stringify(present));
  if (expected.split(",").some((known) => known.trim() === tag)) return;
  throw new Problem("changed", "Somebody has changed it since you read it.", {
    present,
    headers: { ETag: tag },
  });
}

const keyForm = /^[\x21-\x7e]{1,255}$/;

/** Does a request with an `Idempotency-Key` once, and answers it again with the same words. */
async function answerOnce(
  { headers }: IncomingMessage,
  { userId, content }: { userId: string; content: string },
  run: (requestId?: string) => Promise<Answer>,
): Promise<Answer> {
  const key = headers["idempotency-key"];
  if (key === undefined) return run();
  if (typeof key !== "string" || !keyForm.test(key))
    throw new Problem("bad_request", "An Idempotency-Key has 1 to 255 visible characters.");
  const db = database();
  const claimed = await claimRequest(db, { userId, key, content });
  if (claimed === "another")
    throw new Problem("invalid", "This Idempotency-Key belongs to another request.");
  if (claimed === "under_way")
    throw new Problem("conflict", "The same request is under way.", {
      headers: { "Retry-After": "1" },
    });
  if (typeof claimed === "object") {
    const kept = JSON.parse(claimed.answer) as Answer;
    return { ...kept, headers: { ...kept.headers, "Idempotent-Replayed": "true" } };
  }
  try {
    const answer = await run(`api ${key}`);
    await keepAnswer(db, { userId, key }, JSON.stringify(answer));
    return answer;
  } catch (error) {
    await forgetRequest(db, { userId, key });
    throw error;
  }
}
