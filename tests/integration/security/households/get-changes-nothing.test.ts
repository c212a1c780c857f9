import { expect, test } from "vitest";
import { rawRequest } from "../../../support/product/raw-request.ts";
import { sharedMila } from "../../../support/product/shared-mila.ts";
import { dump } from "./dump.ts";
import { addressOf, everyRoute } from "./every-route.ts";
import { insertAllRecords, type InsertedRecord } from "./insert-record.ts";
import { plantTask, signedInFamily } from "../signed-in.ts";

test("opening an address changes nothing, because mail scanners open every link", async () => {
  await using mila = await sharedMila("public");
  const family = await signedInFamily(mila.db, "__Host-mila_session");
  const records: Record<string, InsertedRecord> = {
    ...(await insertAllRecords(mila, family)),
    "completed task": { id: await plantTask(mila.db, family, { is_completed: 1 }) },
  };
  let asked = 0;
  const before = await dump(mila.db);
  for (const { path, about, fields = () => ({}) } of everyRoute) {
    const own = addressOf(path, records[about]!);
    for (const address of new Set(
      Object.values(records).map((inserted) => addressOf(path, inserted)),
    )) {
      // Only GET, which behaves the same for both.
      for (const method of address === own ? ["GET", "HEAD"] : ["GET"]) {
        for (const cookie of [family.cookie, ""]) {
          const search = new URLSearchParams(fields());
          for (const target of [`${address}.data?${search}`, `${address}?${search}`]) {
            asked += 1;
            // A new IP address each time: after 30 guesses, requests are refused unread.
            const headers = { cookie, "x-forwarded-for": `10.1.${asked >> 8}.${asked & 255}` };
            const { status } = await rawRequest(mila.url, target, { method, headers });
            expect([method, target, status >= 500]).toEqual([method, target, false]);
          }
        }
      }
    }
  }
  expect(await dump(mila.db)).toEqual(before);
}, 600_000);
