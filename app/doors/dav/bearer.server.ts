import type { Request } from "express";
import type { Kysely } from "kysely";
import { findPerson } from "#app/domain/accounts/users.server.ts";
import { allowInMemory } from "#app/domain/core/rate-limits/allow.server.ts";
import { findToken, type TokenBearer } from "#app/domain/tokens/find-token.server.ts";
import type { Database } from "#db/schema.ts";
import { tooManyCalls } from "../api/limits.ts";
import { DavError } from "./dav-error.ts";

export interface DavBearer extends TokenBearer {
  email: string;
}

/**
 * Reads the account's address and an access token, which clients send as name and password. The
 * token is verified first: guesses from the same network must not lock a good client out.
 * @throws DavError, Problem
 */
export async function requireDavBearer(
  db: Kysely<Database>,
  req: Request,
  network: string,
): Promise<DavBearer> {
  const said = readBasic(req.headers.authorization ?? "");
  if (!said) throw unauthorized("Sign in with your address, and an access token as password.");
  const bearer = await findToken(db, said.secret, network);
  if (bearer) {
    const { email } = await findPerson(db, bearer.userId);
    if (email.toLowerCase() === said.name.trim().toLowerCase()) return { ...bearer, email };
  }
  if (!allowInMemory("guesses", network)) throw tooManyCalls("guesses", network);
  throw unauthorized("This address and access token are unknown, or the token has ended.");
}

function readBasic(header: string): { name: string; secret: string } | null {
  const [, encoded] = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header) ?? [];
  const text = encoded ? Buffer.from(encoded, "base64").toString("utf8") : "";
  const at = text.indexOf(":");
  return at < 0 ? null : { name: text.slice(0, at), secret: text.slice(at + 1) };
}

export function unauthorized(words: string): DavError {
  const headers = { "WWW-Authenticate": 'Basic realm="Mila", charset="UTF-8"' };
  return new DavError(401, words, { headers });
}
