import type { Kysely } from "kysely";
import { makeToken } from "#app/domain/tokens/tokens.server.ts";
import type { Database, Relation, TokenAccess } from "#db/schema.ts";
import { newFamily, type TestFamily } from "../records/family.ts";
import { type ApiClient, apiClient } from "./client.ts";

export interface Bearer extends TestFamily {
  secret: string;
  api: ApiClient;
}

export async function newSecret(
  db: Kysely<Database>,
  family: Pick<TestFamily, "userId">,
  access: TokenAccess = "ask",
): Promise<string> {
  const made = await makeToken(db, family, { name: "Tablet", access, days: "365" });
  if (made === "too_many") throw new Error("No token was made");
  return made.secret;
}

/** A family with a client that has its token. */
export async function newBearer(
  { url, db }: { url: string; db: Kysely<Database> },
  members: Record<string, Relation> = {},
): Promise<Bearer> {
  const family = await newFamily(db, members);
  const secret = await newSecret(db, family);
  return { ...family, secret, api: apiClient(url, secret) };
}

/** Fails for a problem. */
export function dataOf<Data>(answer: { data?: Data; error?: unknown; response: Response }): Data {
  if (answer.data === undefined)
    throw new Error(`${answer.response.status}: ${JSON.stringify(answer.error)}`);
  return answer.data;
}
