import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import type { Use } from "#app/domain/core/rate-limits/allow.server.ts";
import { ruleOf } from "#app/domain/core/rate-limits/rules.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

/** Counts events as Mila would have at that instant. */
export async function addLimitEvents(
  db: Kysely<Database>,
  uses: Use[],
  times = 1,
  at: string = nowIso(),
): Promise<void> {
  const events = Array.from({ length: times }, () =>
    uses.map(([rule, key]) => ({
      id: newId(),
      rule,
      key,
      expires_at: laterBy(at, ruleOf(rule).window),
    })),
  );
  await db.insertInto("limit_events").values(events.flat()).execute();
}

/** Counts failed sign-ins, as a restart would find them. */
export async function addFailures(
  db: Kysely<Database>,
  {
    email = "nobody@example.com",
    ipAddress = "192.0.2.1",
    isCode = false,
  }: { email?: string; ipAddress?: string; isCode?: boolean },
  times: number,
  at?: string,
): Promise<void> {
  const account = [isCode ? "wrong_codes" : "wrong_passwords", email] as const;
  await addLimitEvents(db, [["sign_ins", ipAddress], account], times, at);
}

/** Lets the windows of some rules pass, or of all. */
export async function letWindowsPass(db: Kysely<Database>, rules?: Use[0][]): Promise<void> {
  await db
    .updateTable("limit_events")
    .set({ expires_at: nowIso() })
    .$if(rules !== undefined, (query) => query.where("rule", "in", rules!))
    .execute();
}
