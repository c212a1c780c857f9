import { createCookie } from "@remix-run/node";
import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import "#app/domain/wiring/rules.server.ts";
import { startSession } from "#app/domain/accounts/sessions/session.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";
import { freePort } from "../../support/product/free-port.ts";
import { type Mila, startMila } from "../../support/product/mila.ts";
import { openData } from "../../support/records/open-data.ts";

export interface MilaWithDatabase extends Mila {
  db: Kysely<Database>;
}

/** For tests of starting, configuring or stopping; `sharedMila` does otherwise. */
export async function startMilaWithDatabase(
  settings: Record<string, string> = {},
): Promise<MilaWithDatabase> {
  const mila = await startMila(settings);
  const db = openData(mila.dataFolder);
  return {
    ...mila,
    db,
    async [Symbol.asyncDispose]() {
      await db.destroy();
      await mila[Symbol.asyncDispose]();
    },
  };
}

/**
 * A product behind a proxy's address, which keeps the server's port because `startMila` reads it
 * there.
 */
export async function startBehindProxy(
  scheme: "http" | "https" = "https",
  settings: Record<string, string> = {},
): Promise<MilaWithDatabase & { origin: string }> {
  const port = await freePort();
  const origin = `${scheme}://mila.example.com:${port}`;
  return {
    ...(await startMilaWithDatabase({ ...settings, PORT: String(port), APP_URL: origin })),
    origin,
  };
}

export interface SignedInFamily extends TestFamily {
  cookie: string;
}

/** Inserts a family that has just signed in fully, without hashing a password. */
export async function signedInFamily(
  db: Kysely<Database>,
  name: string = "mila_session",
): Promise<SignedInFamily> {
  const family = await newFamily(db, { Emma: "child" });
  const line = await createCookie(name).serialize(
    await startSession(db, family.userId, { secondStepAt: nowIso() }),
  );
  return { ...family, cookie: line.split(";")[0] ?? "" };
}

export async function plantTask(
  db: Kysely<Database>,
  family: TestFamily,
  state: { is_completed?: 1; deleted_at?: string; title?: string } = {},
): Promise<string> {
  const task = {
    id: newId(),
    household_id: family.householdId,
    user_id: family.userId,
    title: "Buy milk",
    category: "Household",
    created_at: "2001-01-01T00:00:00.000Z",
    ...state,
  } as const;
  await db.insertInto("tasks").values(task).execute();
  return task.id;
}
