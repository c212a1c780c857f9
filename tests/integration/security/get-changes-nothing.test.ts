import { expect, test } from "vitest";
import { rawRequest } from "../../support/raw-request.ts";
import { dump } from "./dump.ts";
import { addressOf, everyRoute } from "./every-route.ts";
import { plantAll } from "./plant.ts";
import { plantTask, signedInFamily, startMilaWithDatabase } from "./signed-in.ts";

test("opening an address changes nothing, whoever opens it: mail scanners open every link", async () => {
  await using mila = await startMilaWithDatabase();
  const family = await signedInFamily(mila.db);
  const records = [
    ...Object.values(await plantAll(mila, family)),
    { id: await plantTask(mila.db, family, { is_completed: 1 }) },
  ];
  const before = await dump(mila.db);
  for (const { path, fields = () => ({}) } of everyRoute) {
    for (const address of new Set(records.map((planted) => addressOf(path, planted)))) {
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
}, 180_000);
