import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import {
  instanceAuditQuery,
  listInstanceAudit,
  listOwnAudit,
  ownAuditQuery,
} from "#app/domain/accounts/audit/audit-list.server.ts";
import {
  claimUnloggedAudit,
  oldAuditQuery,
  unloggedAuditQuery,
} from "#app/domain/accounts/audit/audit-upkeep.server.ts";
import { recordAudit, repeatedQuery } from "#app/domain/accounts/audit/record-audit.server.ts";
import { recordWrongPassword } from "#app/domain/accounts/audit/wrong-passwords.server.ts";
import { accountsQuery } from "#app/domain/accounts/owner/account-list.server.ts";
import { ownerQuery } from "#app/domain/accounts/owner/owner.server.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { purgeExpiredRecords } from "#app/domain/wiring/product.server.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

test("events are kept for 180 days", async () => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  const now = nowIso();
  await own.db.transaction().execute(async (trx) => {
    await recordAudit(
      trx,
      { kind: "signed_in", userId },
      earlierBy(now, { minutes: 24 * 60 * 180 + 1 }),
    );
    await recordAudit(
      trx,
      { kind: "signed_in", userId },
      earlierBy(now, { minutes: 24 * 60 * 180 - 1 }),
    );
  });
  await purgeExpiredRecords(own.db, now);
  expect(await own.db.selectFrom("audit_events").select("id").execute()).toHaveLength(1);
});

test("an event is recorded only if what it records is", async () => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  const failing = own.db.transaction().execute(async (trx) => {
    await recordAudit(trx, { kind: "password_changed", userId });
    throw new Error("the disk is full");
  });
  await expect(failing).rejects.toThrow("the disk is full");
  expect(await own.db.selectFrom("audit_events").select("id").execute()).toEqual([]);
});

test("wrong passwords of a flood are recorded as one event a minute", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  const source = { network: "198.51.100.1", device: null };
  for (let attempt = 0; attempt < 25; attempt += 1)
    for (const email of [`${userId}@example.com`, `nobody-${attempt}@example.com`])
      await recordWrongPassword(own.db, email, source);
  const page = { timeZone: "UTC", before: undefined };
  expect(await listInstanceAudit(own.db, page)).toHaveLength(20);
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  await expect.poll(() => listInstanceAudit(own.db, page)).toHaveLength(22);
  const [counted] = await listOwnAudit(own.db, userId, page);
  expect(counted).toMatchObject({ what: "Wrong password, 15 times more", network: null });
});

test("a minute's number that can't be recorded stops no server", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  {
    await using own = newDatabase();
    const source = { network: null, device: null };
    for (let attempt = 0; attempt < 11; attempt += 1)
      await recordWrongPassword(own.db, "nobody@example.com", source);
  }
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  process.on("unhandledRejection", note);
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  // A closed database refuses before the next turn of the event loop.
  await nextTurn();
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});

test("long lists have pages, newest first", async () => {
  await using own = newDatabase();
  const [nora, bob] = [await newFamily(own.db), await newFamily(own.db)];
  await own.db.transaction().execute(async (trx) => {
    for (let event = 0; event < 75; event += 1) {
      await recordAudit(trx, { kind: "signed_in", userId: nora.userId });
      await recordAudit(trx, { kind: "sign_in_failed", userId: bob.userId });
    }
  });
  const page = { timeZone: "UTC", before: undefined };
  const all = await listInstanceAudit(own.db, page);
  const rest = await listInstanceAudit(own.db, { ...page, before: all.at(-1)?.id });
  expect([all.length, rest.length]).toEqual([100, 50]);
  expect(new Set([...all, ...rest].map(({ id }) => id)).size).toBe(150);
  expect((await listOwnAudit(own.db, nora.userId, page)).map(({ what }) => what)).toEqual(
    Array.from({ length: 75 }, () => "Signed in"),
  );
});

test("what an account repeats all day is a hundred events and their number", async () => {
  await using own = newDatabase();
  const [nora, bob] = [await newFamily(own.db), await newFamily(own.db)];
  const source = { network: "198.51.100.1", device: null };
  await own.db.transaction().execute(async (trx) => {
    for (let event = 0; event < 150; event += 1)
      await recordAudit(trx, { kind: "signed_in", userId: nora.userId, source });
    await recordAudit(trx, { kind: "password_changed", userId: nora.userId });
    await recordAudit(trx, { kind: "signed_in", userId: bob.userId });
  });
  const rows = await own.db
    .selectFrom("audit_events")
    .select("id")
    .where("user_id", "=", nora.userId)
    .execute();
  expect(rows).toHaveLength(102);
  const page = { timeZone: "UTC", before: undefined };
  const listed = await listOwnAudit(own.db, nora.userId, page);
  expect(listed.slice(0, 3)).toMatchObject([
    { what: "Password changed" },
    { what: "Signed in, 50 times more", network: null },
    { what: "Signed in", network: "198.51.100.1" },
  ]);
  expect(await listOwnAudit(own.db, bob.userId, page)).toMatchObject([{ what: "Signed in" }]);
});

test("two workers log each event once", async () => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  await own.db.transaction().execute(async (trx) => {
    for (let event = 0; event < 5; event += 1)
      await recordAudit(trx, { kind: "signed_in", userId });
  });
  const claims = await Promise.all([
    claimUnloggedAudit(own.db, nowIso()),
    claimUnloggedAudit(own.db, nowIso()),
  ]);
  expect(claims.flat()).toHaveLength(5);
  expect(await claimUnloggedAudit(own.db, nowIso())).toEqual([]);
});

test.skipIf(skippedOnPostgres.plans)(
  "the questions about accounts and events use indexes",
  async () => {
    await using own = newDatabase();
    const planOf = async (query: { explain: ReturnType<typeof ownerQuery>["explain"] }) =>
      JSON.stringify(await query.explain(undefined, sql`query plan`));
    const id = "00000000-0000-7000-8000-000000000000";
    for (const [query, index] of [
      [ownAuditQuery(own.db, id, undefined), "audit_events_of_user (user_id=?)"],
      [ownAuditQuery(own.db, id, id), "audit_events_of_user (user_id=? AND id<?)"],
      [
        repeatedQuery(own.db, { kind: "signed_in", userId: id }),
        "audit_events_of_user (user_id=? AND id>?)",
      ],
      [
        repeatedQuery(own.db, { kind: "sign_in_failed", userId: null }),
        "audit_events_of_user (user_id=? AND id>?)",
      ],
      [instanceAuditQuery(own.db, undefined), "sqlite_autoindex_audit_events_1"],
      [instanceAuditQuery(own.db, id), "sqlite_autoindex_audit_events_1 (id<?)"],
      [oldAuditQuery(own.db, nowIso()), "audit_events_by_age (recorded_at<?)"],
      [unloggedAuditQuery(own.db), "audit_events_unlogged"],
      [accountsQuery(own.db, id), "sqlite_autoindex_users_1 (id>?)"],
      [ownerQuery(own.db), "users_owner (is_owner=?)"],
    ] as const) {
      const plan = await planOf(query as never);
      expect(plan).toContain(index);
      expect(plan).not.toContain("TEMP B-TREE");
    }
  },
);
