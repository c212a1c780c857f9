import { expect, test } from "vitest";
import { nowIso } from "#app/domain/time.ts";
import { rawRequest } from "../../support/raw-request.ts";
import { dump } from "./dump.ts";
import { addressOf, everyRoute } from "./every-route.ts";
import { plantTask, signedInFamily, startMilaWithDatabase } from "./signed-in.ts";

test("opening an address changes nothing, whoever opens it: mail scanners open every link", async () => {
  await using mila = await startMilaWithDatabase();
  const family = await signedInFamily(mila.db);
  const tasks = [
    await plantTask(mila.db, family),
    await plantTask(mila.db, family, { is_completed: 1 }),
    await plantTask(mila.db, family, { deleted_at: nowIso() }),
  ];
  const before = await dump(mila.db);
  for (const { path, fields = () => ({}) } of everyRoute) {
    for (const address of tasks.map((id) => addressOf(path, id))) {
      for (const cookie of [family.cookie, ""]) {
        for (const method of ["GET", "HEAD"]) {
          const search = new URLSearchParams(fields());
          for (const target of [`${address}?${search}`, `${address}.data?${search}`]) {
            const { status } = await rawRequest(mila.url, target, { method, headers: { cookie } });
            expect([method, target, status >= 500]).toEqual([method, target, false]);
          }
        }
      }
    }
  }
  expect(await dump(mila.db)).toEqual(before);
});
