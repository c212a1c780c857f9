import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { startSession } from "#app/domain/accounts/sessions/session.server.ts";
import { findShareChecks } from "#app/domain/pages/share-checks.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { listRefusals } from "#app/server/fair-use/refusals.server.ts";
import { QueueFull } from "#app/server/fair-use/concurrency-limit.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import type { Database } from "#db/schema.ts";
import { cookieValue } from "../../support/product/cookie.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";
import { routeArgs } from "../../support/text/route.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

/**
 * Requests whose answers stay in the making until `end`, in the order in which they got their
 * place.
 */
function newRequests(db: Kysely<Database>) {
  const made: { name: string; showPage: () => Promise<unknown>; end: () => Promise<void> }[] = [];
  const refused: unknown[] = [];
  return {
    made,
    refused,
    names: () => made.map(({ name }) => name),
    async ask(name: string, cookie: string, fields?: Record<string, string>) {
      const { request, context } = await routeArgs(db, { path: "/dashboard", fields });
      const ends: (() => void)[] = [];
      const args = {
        request: new Request(request, { headers: { cookie } }),
        context: { ...context, onRendered: (end: () => void) => void ends.push(end) },
      };
      const page = { ...args, request: new Request(request.url, { headers: { cookie } }) };
      void requireViewer(args).then(
        () => made.push({ name, showPage: () => requireViewer(page), end: () => endAll(ends) }),
        (error: unknown) => refused.push(error),
      );
      await settle();
    },
  };
}

/** Also until the place has rested. */
async function endAll(ends: (() => void)[]): Promise<void> {
  for (const end of ends) end();
  await pause(longestRestMs);
  await settle();
}

const longestRestMs = 300;

/** Until all that can go on has. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await nextTurn();
}

const newCookie = async (db: Kysely<Database>, { userId }: TestFamily) =>
  `mila_session=${cookieValue(await startSession(db, userId))}`;

test.skipIf(skippedOnPostgres.turns)(
  "two answers of a session are in the making, and the others get their place in turn",
  async () => {
    await using own = newDatabase();
    const [nora, sam] = [await newFamily(own.db), await newFamily(own.db)];
    const { ask, made, names } = newRequests(own.db);
    const cookie = await newCookie(own.db, nora);
    for (const name of ["first", "second", "third", "fourth"]) await ask(name, cookie);
    expect(names()).toEqual(["first", "second"]);
    await ask("another household's", await newCookie(own.db, sam));
    expect(names()).toEqual(["first", "second", "another household's"]);
    await made[1]!.end();
    expect(names().at(-1)).toBe("third");
    await made[0]!.end();
    expect(names().at(-1)).toBe("fourth");
  },
);

test.skipIf(skippedOnPostgres.turns)(
  "forms wait for their place, too, and the page after one shares it",
  async () => {
    await using own = newDatabase();
    const nora = await newFamily(own.db);
    const { ask, made, names } = newRequests(own.db);
    const cookie = await newCookie(own.db, nora);
    const form = { text: "Call the dentist" };
    for (const name of ["first", "second", "third"]) await ask(name, cookie, form);
    expect(names()).toEqual(["first", "second"]);
    await ask("page", cookie);
    expect(names().at(-1)).toBe("page");
    await made[0]!.showPage();
    await made[0]!.end();
    expect(names()).toEqual(["first", "second", "page", "third"]);
  },
);

test.skipIf(skippedOnPostgres.turns)("eight answers of a household are in the making", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const { ask, made, names } = newRequests(own.db);
  for (let session = 0; session < 5; session += 1) {
    const cookie = await newCookie(own.db, nora);
    for (const name of ["first", "second"]) await ask(`${name} of ${session}`, cookie);
  }
  expect(names()).toHaveLength(8);
  await made[0]!.end();
  expect(names().slice(8)).toEqual(["first of 4"]);
});

test.skipIf(skippedOnPostgres.turns)(
  "a request that waited is asked again who sent it",
  async () => {
    await using own = newDatabase();
    const nora = await newFamily(own.db);
    const { ask, made, names, refused } = newRequests(own.db);
    const cookie = await newCookie(own.db, nora);
    for (const name of ["first", "second", "third"]) await ask(name, cookie);
    await own.db.deleteFrom("sessions").execute();
    await made[0]!.end();
    expect(names()).toEqual(["first", "second"]);
    expect(refused).toMatchObject([{ status: 303 }]);
  },
);

test.skipIf(skippedOnPostgres.turns)(
  "where 50 wait already, the next is told to come back in a moment",
  async () => {
    await using own = newDatabase();
    const nora = await newFamily(own.db);
    const { ask, names, refused } = newRequests(own.db);
    const cookie = await newCookie(own.db, nora);
    await Promise.all(Array.from({ length: 53 }, (_, index) => ask(`${index}`, cookie)));
    expect(names()).toHaveLength(2);
    expect(refused).toEqual([expect.any(QueueFull)]);
    const ours = listRefusals().filter(({ householdId }) => householdId === nora.householdId);
    expect(ours).toMatchObject([{ what: "page", count: 1 }]);
    const { email } = await own.db.selectFrom("users").select("email").executeTakeFirstOrThrow();
    const [check] = await findShareChecks(own.db, ours, nowIso());
    expect(check?.text).toBe(
      `${email} opened too many pages at once in their household; Mila asked to wait once today.`,
    );
  },
);
