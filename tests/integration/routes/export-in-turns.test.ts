import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { Kysely } from "kysely";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { endSession, startSession } from "#app/domain/accounts/sessions/session.server.ts";
import { loader } from "#app/routes/preferences/account/export.ts";
import { waitToExport } from "#app/server/fair-use/exporting.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { consumeToast } from "#app/server/toast.server.ts";
import type { Database } from "#db/schema.ts";
import { cookieValue } from "../../support/product/cookie.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";
import { routeArgs } from "../../support/text/route.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

const longestRestMs = 250;

// Other files of this process may have read an export a moment ago.
beforeAll(async () => {
  const { leave } = await waitToExport("nobody");
  leave();
  await pause(longestRestMs);
});

afterEach(() => void vi.useRealTimers());

/** Requests for exports, and how to end the connection of each. */
async function askForExport(db: Kysely<Database>, { userId }: TestFamily) {
  const args = await routeArgs(db, { path: "/preferences/account/export" });
  const token = await startSession(db, userId);
  const request = new Request(args.request, {
    headers: { cookie: `mila_session=${cookieValue(token)}` },
  });
  const closings: (() => void)[] = [];
  const onClose = (run: () => void) => void closings.push(run);
  const makings: (() => void)[] = [];
  const onRendered = (run: () => void) => void makings.push(run);
  const endRendering = () => makings.splice(0).forEach((run) => run());
  const context = { ...args.context, onClose, onRendered, endRendering };
  const asked = { answer: undefined as Response | undefined, close, token };
  void loader({ ...args, request, context }).then(
    (answer) => (asked.answer = answer),
    (thrown: Response) => (asked.answer = thrown),
  );
  await settle();
  return asked;

  async function close(): Promise<void> {
    for (const run of closings) run();
    await pass(longestRestMs);
  }
}

async function pass(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms);
  await settle();
}

/** Until all that can go on has. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await nextTurn();
}

const freezeTimers = () =>
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });

test.skipIf(skippedOnPostgres.turns)(
  "exports are read one at a time, and households take turns",
  async () => {
    freezeTimers();
    await using own = newDatabase();
    const [nora, sam] = [await newFamily(own.db), await newFamily(own.db)];
    const first = await askForExport(own.db, nora);
    const second = await askForExport(own.db, nora);
    const another = await askForExport(own.db, sam);
    expect([first, second, another].map(({ answer }) => answer?.status)).toEqual([
      200,
      undefined,
      undefined,
    ]);
    await first.close();
    expect([second, another].map(({ answer }) => answer?.status)).toEqual([undefined, 200]);
    await another.close();
    expect(second.answer?.status).toBe(200);
    await second.close();
  },
);

test.skipIf(skippedOnPostgres.turns)(
  "who reads slowly holds up their own household only",
  async () => {
    freezeTimers();
    await using own = newDatabase();
    const [nora, sam] = [await newFamily(own.db), await newFamily(own.db)];
    const slow = await askForExport(own.db, nora);
    const another = await askForExport(own.db, sam);
    await pass(29_000);
    expect(another.answer).toBeUndefined();
    await pass(1_000);
    await pass(longestRestMs);
    expect(another.answer?.status).toBe(200);
    const second = await askForExport(own.db, nora);
    await another.close();
    expect(second.answer).toBeUndefined();
    await pass(60_000);
    expect([second.answer?.status, second.answer?.headers.get("location")]).toEqual([
      303,
      "/preferences/account",
    ]);
    const [cookie = ""] = second.answer?.headers.getSetCookie() ?? [];
    const page = new Request("http://localhost/preferences/account", {
      headers: { cookie: cookie.split(";")[0] ?? "" },
    });
    expect((await consumeToast(page)).toast).toMatchObject({
      title: "Not downloaded yet",
      message: "Others are downloading their data right now. Please try again in a minute.",
    });
    await slow.close();
  },
);

test.skipIf(skippedOnPostgres.turns)(
  "pages do not wait behind their household's exports",
  async () => {
    freezeTimers();
    await using own = newDatabase();
    const nora = await newFamily(own.db);
    const exports = [];
    for (let count = 0; count < 9; count += 1) exports.push(await askForExport(own.db, nora));
    await pass(longestRestMs);
    const page = await requireViewer(await routeArgs(own.db, { path: "/dashboard", ...nora }));
    expect(page.userId).toBe(nora.userId);
    expect(exports.filter(({ answer }) => answer)).toHaveLength(1);
    for (const each of exports) await each.close();
  },
);

test.skipIf(skippedOnPostgres.turns)("who is signed out while they wait gets nothing", async () => {
  freezeTimers();
  await using own = newDatabase();
  const [nora, sam] = [await newFamily(own.db), await newFamily(own.db)];
  const first = await askForExport(own.db, nora);
  const waiting = await askForExport(own.db, sam);
  await endSession(own.db, waiting.token);
  await first.close();
  expect(waiting.answer?.status).toBe(303);
  expect(waiting.answer?.headers.get("location")).toMatch(/^\/auth\?/);
  await waiting.close();
});
