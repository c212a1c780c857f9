import { hash } from "@node-rs/argon2";
import { createAccount } from "#app/domain/lifecycle/create-account.server.ts";
import { startSession } from "#app/domain/accounts/sessions/session.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { cookieValue } from "../product/cookie.ts";
import type { HasData } from "../product/mila.ts";
import { Visitor } from "../product/visitor.ts";
import { openData } from "../records/open-data.ts";

// The hash contains its cost, so that signing in is fast too.
const passwordHash = hash("correct horse 7", { memoryCost: 64, timeCost: 1, parallelism: 1 });

let families = 0;

/** Inserts a family with the password "correct horse 7" that has just signed in fully. */
export async function signedInFamily({
  url,
  dataFolder,
}: HasData): Promise<Visitor & { email: string }> {
  families += 1;
  const email = `family-${process.pid}-${families}@example.com`;
  const account = { email, passwordHash: await passwordHash };
  await using db = openData(dataFolder);
  const token = await db.transaction().execute(async (trx) => {
    return startSession(trx, await createAccount(trx, account, nowIso()), {
      secondStepAt: nowIso(),
    });
  });
  const visitor = new Visitor(url);
  visitor.setCookie("mila_session", cookieValue(token));
  return Object.assign(visitor, { email });
}
