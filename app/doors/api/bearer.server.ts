import type { IncomingMessage } from "node:http";
import type { Kysely } from "kysely";
import { allowInMemory } from "#app/domain/core/rate-limits/allow.server.ts";
import { findToken, isTokenValid, type TokenBearer } from "#app/domain/tokens/find-token.server.ts";
import type { Database, TokenAccess } from "#db/schema.ts";
import { tooManyCalls } from "./limits.ts";
import { Problem } from "./problem.ts";

/** Each kind of access includes those before it. */
const ranks: Record<TokenAccess, number> = { read: 0, write: 1, ask: 2 };

/**
 * The token is verified first: guesses from the same network must not lock a good client out.
 * @throws Problem
 */
export async function requireBearer(
  db: Kysely<Database>,
  req: IncomingMessage,
  network: string,
): Promise<TokenBearer> {
  const secret = /^Bearer +(\S+)$/i.exec(req.headers.authorization ?? "")?.[1];
  if (secret === undefined)
    throw unauthorized("Send an access token: Authorization: Bearer mila_…");
  const bearer = await findToken(db, secret, network);
  if (bearer) return bearer;
  if (!allowInMemory("guesses", network)) throw tooManyCalls("guesses", network);
  throw ended();
}

const ended = () =>
  unauthorized("This access token is unknown, or has ended.", ', error="invalid_token"');

/**
 * Reads a request's body. One that arrives slowly may outlive its token.
 * @throws Problem
 */
export async function readBodyAs<Body>(
  db: Kysely<Database>,
  req: IncomingMessage,
  bearer: TokenBearer,
  read: (req: IncomingMessage) => Promise<Body>,
): Promise<Body> {
  const isHere = req.complete;
  const body = await read(req);
  if (!isHere && !(await isTokenValid(db, bearer))) throw ended();
  return body;
}

export const mayDo = ({ access }: TokenBearer, needed: TokenAccess): boolean =>
  ranks[access] >= ranks[needed];

/** @throws Problem */
export function requireAccess(bearer: TokenBearer, needed: TokenAccess): void {
  if (mayDo(bearer, needed)) return;
  const detail = `This needs a token that may ${needsWords[needed]}.`;
  const challenge = `Bearer realm="Mila", error="insufficient_scope", scope="${needed}"`;
  throw new Problem("forbidden", detail, { headers: { "WWW-Authenticate": challenge } });
}

const needsWords: Record<TokenAccess, string> = {
  read: "see tasks",
  write: "change tasks",
  ask: "ask others",
};

function unauthorized(detail: string, error = ""): Problem {
  return new Problem("unauthorized", detail, {
    headers: { "WWW-Authenticate": `Bearer realm="Mila"${error}` },
  });
}
