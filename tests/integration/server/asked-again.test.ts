import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterEach, expect, test, vi } from "vitest";
import { log } from "#app/config/log.server.ts";
import { getContext, requestContext } from "#app/server/express/request-context.ts";
import { unchangedPages } from "#app/server/express/unchanged-pages.ts";
import { openDatabase } from "#db/connection.server.ts";
import { newDatabase, type TestDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A page that shows `shown`, and counts how often it is loaded. */
async function startPage(own: TestDatabase) {
  const page = { shown: "milk", loaded: 0, isFailing: false };
  const app = express().use(requestContext, unchangedPages);
  app.get("/dashboard", (_req, res) => {
    page.loaded += 1;
    if (page.isFailing) getContext(res).logError(new Error("the list cannot be read"));
    res.send(getContext(res).isUnchanged?.(page.shown) ? undefined : page.shown);
  });
  const server = app.listen(0);
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/dashboard`;
  const ask = async (tag: string, cookie: string = "mila_session=a") => {
    const { status, headers } = await fetch(url, { headers: { cookie, "if-none-match": tag } });
    return { status, loaded: page.loaded, tag: headers.get("etag") ?? "" };
  };
  const { tag } = await ask("");
  expect(await ask(tag)).toMatchObject({ status: 304, loaded: 1 });
  return { page, ask, tag, db: own.db, [Symbol.asyncDispose]: async () => void server.close() };
}

test.skipIf(skippedOnPostgres.file)(
  "a page is loaded again after a change by this process or another one, and sent again if it shows",
  async () => {
    await using own = newDatabase();
    await using started = await startPage(own);
    const { page, ask, tag, db } = started;
    await using otherProcess = openDatabase(own.file);
    await newFamily(db);
    expect(await ask(tag)).toMatchObject({ status: 304, loaded: 2 });
    await newFamily(otherProcess);
    expect(await ask(tag)).toMatchObject({ status: 304, loaded: 3 });
    expect(await ask(tag)).toMatchObject({ status: 304, loaded: 3 });
    await newFamily(otherProcess);
    page.shown = "milk and bread";
    expect(await ask(tag)).toMatchObject({ status: 200, loaded: 4 });
  },
);

test.skipIf(skippedOnPostgres.file)("a page is loaded again in another minute", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2031-06-01T12:00:00Z") });
  await using own = newDatabase();
  await using started = await startPage(own);
  vi.setSystemTime(new Date("2031-06-01T12:00:59.999Z"));
  expect(await started.ask(started.tag)).toMatchObject({ loaded: 1 });
  vi.setSystemTime(new Date("2031-06-01T12:01:00Z"));
  expect(await started.ask(started.tag)).toMatchObject({ status: 304, loaded: 2 });
});

test.skipIf(skippedOnPostgres.file)("a browser with other cookies gets its own page", async () => {
  await using own = newDatabase();
  await using started = await startPage(own);
  expect(await started.ask(started.tag, "mila_session=b")).toMatchObject({ loaded: 2 });
});

test.skipIf(skippedOnPostgres.file)("a page of which a part failed is loaded again", async () => {
  await using own = newDatabase();
  await using started = await startPage(own);
  vi.spyOn(log, "error").mockReturnValue(undefined);
  Object.assign(started.page, { isFailing: true, shown: "nothing" });
  await newFamily(started.db);
  const { tag } = await started.ask(started.tag);
  expect(await started.ask(tag)).toMatchObject({ status: 304, loaded: 3 });
});
