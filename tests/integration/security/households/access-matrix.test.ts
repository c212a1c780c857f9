import { resolve } from "node:path";
import { getOnly } from "#app/server/http-errors.server.ts";
import { v7 as newId } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rawPost, rawRequest } from "../../../support/product/raw-request.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { dump } from "./dump.ts";
import {
  addressOf,
  everyRoute,
  everyWritingRoute,
  fieldsOf,
  pathsInRoutes,
  routeTable,
} from "./every-route.ts";
import { insertRecord, insertAllRecords, type InsertedRecord } from "./insert-record.ts";
import { plantTask, type SignedInFamily, signedInFamily } from "../signed-in.ts";

let mila: SharedMila;
let ours: SignedInFamily;
let stranger: SignedInFamily;
let ourRecords: Record<string, InsertedRecord>;

beforeAll(async () => {
  mila = await sharedMila();
  ours = await signedInFamily(mila.db);
  const ofUs = (table: "people" | "household_members") =>
    mila.db.selectFrom(table).select("id").where("household_id", "=", ours.householdId);
  ourRecords = {
    ...(await insertAllRecords(mila, ours)),
    "completed task": { id: await plantTask(mila.db, ours, { is_completed: 1 }) },
    user: { id: ours.userId },
    household: { id: ours.householdId },
    "household member": await ofUs("household_members").executeTakeFirstOrThrow(),
    "family member": await ofUs("people")
      .where("relation", "is not", null)
      .executeTakeFirstOrThrow(),
  };
});

afterAll(() => mila[Symbol.asyncDispose]());

test("every route has a row in the table, and every row a route", () => {
  expect(Object.keys(routeTable).toSorted()).toEqual(
    pathsInRoutes()
      .map(({ path }) => path)
      .toSorted(),
  );
});

test.for(pathsInRoutes())(
  "the row of $path says whether it accepts a form",
  async ({ path, file }) => {
    // Vite must not see the path: with `--changed`, a change to any page would start the product.
    const module = (await import(/* @vite-ignore */ resolve("app", file))) as { action?: unknown };
    const isNoForm = path === "/*" || /^\/(api|webhooks)\//.test(path) || module.action === getOnly;
    expect("action" in module && !isNoForm).toBe(routeTable[path]?.fields !== undefined);
  },
);

const routesWithRecord = everyRoute.filter(({ path }) => path.includes(":id"));

test.for(routesWithRecord)(
  "$path works for its own family",
  async ({ path, about, hasPage, fields }) => {
    const family = await signedInFamily(mila.db);
    const inserted = await insertRecord(mila, family, about);
    const address = addressOf(path, inserted);
    const page = await rawRequest(mila.url, address, { headers: { cookie: family.cookie } });
    expect(page.status).toBe(hasPage ? 200 : 404);
    if (!fields) return;
    const answer = await rawPost(mila.url, address, fieldsOf(fields(), inserted), {
      cookie: family.cookie,
    });
    expect(answer.status).toBe(303);
  },
);

const ways = ["GET .data", "POST .data", "GET", "POST"];

test.for(routesWithRecord)(
  "$path shows nothing of another household",
  async ({ path, fields: form }) => {
    // An account has a day's changes, which all routes together would use up.
    stranger = await signedInFamily(mila.db);
    // The same for all, because a page may repeat input.
    const typed = form?.() ?? {};
    const before = await dump(mila.db);
    for (const way of ways) {
      const nobodys = await ask(path, way, { id: newId() }, typed);
      // A page without a form refuses every post.
      expect([way, nobodys.status]).toEqual([way, way.startsWith("POST") && !form ? 405 : 404]);
      for (const [kind, inserted] of Object.entries(ourRecords)) {
        expect([way, kind, await ask(path, way, inserted, typed)]).toEqual([way, kind, nobodys]);
      }
    }
    expect(await dump(mila.db)).toEqual(before);
  },
);

test.for(everyRoute.filter(({ who, hasPage }) => who === "signed-in" && hasPage))(
  "GET $path sends a visitor to sign-in and back",
  async ({ path, about }) => {
    const address = addressOf(path, await insertRecord(mila, await signedInFamily(mila.db), about));
    const before = await dump(mila.db);
    const answer = await rawRequest(mila.url, `${address}?text=a%20b`);
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      signInPage(`${address}?text=a+b`),
    ]);
    const forScript = await rawRequest(mila.url, `${address}.data`);
    expect([forScript.status, forScript.text]).toEqual([
      202,
      expect.stringContaining(signInPage(address)),
    ]);
    expect(await dump(mila.db)).toEqual(before);
  },
);

test.for(everyWritingRoute.filter(({ who }) => who === "signed-in"))(
  "POST $path changes nothing for a visitor",
  async ({ path, about, fields }) => {
    const address = addressOf(path, await insertRecord(mila, await signedInFamily(mila.db), about));
    const before = await dump(mila.db);
    const answer = await rawPost(mila.url, address, fields());
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      expect.stringMatching(/^\/auth\?redirectTo=%2F/),
    ]);
    const forScript = await rawPost(mila.url, `${address}.data`, fields());
    expect([forScript.status, forScript.text]).toEqual([
      202,
      expect.stringContaining("/auth?redirectTo=%2F"),
    ]);
    expect(await dump(mila.db)).toEqual(before);
  },
);

function signInPage(redirectTo: string): string {
  return `/auth?${new URLSearchParams({ redirectTo })}`;
}

/** A stranger's answer, without what always differs. */
async function ask(
  path: string,
  way: string,
  inserted: InsertedRecord,
  fields: Record<string, string>,
) {
  const [method, suffix = ""] = way.split(" ");
  const address = addressOf(path, inserted) + suffix;
  const headers = { cookie: stranger.cookie };
  const answer = await (method === "GET"
    ? rawRequest(mila.url, address, { headers })
    : rawPost(mila.url, address, fieldsOf(fields, inserted), headers));
  const nonce =
    /'nonce-([^']+)'/.exec(String(answer.headers["content-security-policy"]))?.[1] ?? "";
  const text = Object.values(inserted).reduce((rest, id) => rest.replaceAll(id, ""), answer.text);
  return { status: answer.status, text: text.replaceAll(nonce, "") };
}
