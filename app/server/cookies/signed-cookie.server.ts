import { createHmac } from "node:crypto";
import type { Kysely } from "kysely";
import { readSecrets } from "#app/config/secrets.server.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { readFact } from "#app/domain/instance/facts.server.ts";
import { database } from "#db/connection.server.ts";
import type { Database } from "#db/schema.ts";
import { hostOnlyName, privateCookie } from "./cookie.server.ts";

const { session: sessionKey } = readSecrets();

/** Signs with a key of its own, so that the value is invalid under another name. */
export function signedCookie(name: string, { maxAge }: { maxAge: number }) {
  const fullName = hostOnlyName(name);
  const key = createHmac("sha256", sessionKey).update(`cookie\n${fullName}`).digest("base64url");
  const bound = privateCookie(fullName, { maxAge, secrets: [key] });
  const unbound = privateCookie(fullName, { maxAge, secrets: [sessionKey] });

  async function readUnbound(header: string | null): Promise<unknown> {
    const value: unknown = await unbound.parse(header);
    return value && (await acceptsUnboundCookies(database())) ? value : null;
  }

  return {
    serialize: (value: unknown): Promise<string> => bound.serialize(value),
    clear: (): Promise<string> => bound.serialize("", { maxAge: 0 }),
    /** Returns null without a cookie, or for a wrong signature. */
    async read(request: Request): Promise<unknown> {
      const header = request.headers.get("Cookie");
      return (await bound.parse(header)) ?? readUnbound(header);
    },
    /** Returns a Set-Cookie header for a cookie that is not bound to its name yet. */
    async renew(request: Request): Promise<string | null> {
      const header = request.headers.get("Cookie");
      const value = (await bound.parse(header)) === null ? await readUnbound(header) : null;
      return value === null ? null : bound.serialize(value);
    },
  };
}

const daysAccepted = 60;

/**
 * True for 60 days after the update that bound cookies to their names, so that browsers can get new
 * ones.
 */
async function acceptsUnboundCookies(db: Kysely<Database>): Promise<boolean> {
  const boundAt = await readFact(db, "cookies_bound_at");
  return boundAt !== undefined && boundAt > earlierBy(nowIso(), { hours: 24 * daysAccepted });
}
