import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeChildPage } from "#app/domain/children/child-pages.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { rawPost, rawRequest } from "../../../support/product/raw-request.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { insertAllRecords } from "../households/insert-record.ts";
import { dump } from "../households/dump.ts";
import { plantTask, type SignedInFamily, signedInFamily } from "../signed-in.ts";

let mila: SharedMila;

// Behind a proxy, so that guesses come from other networks than those of other files.
beforeAll(async () => {
  mila = await sharedMila("public");
});

afterAll(() => mila[Symbol.asyncDispose]());

async function newPage(family?: SignedInFamily) {
  const home = family ?? (await signedInFamily(mila.db, "__Host-mila_session"));
  const { id: emma } = await mila.db
    .selectFrom("people")
    .select("id")
    .where("household_id", "=", home.householdId)
    .where("relation", "=", "child")
    .executeTakeFirstOrThrow();
  const made = await makeChildPage(mila.db, home, emma);
  if (typeof made === "string") throw new Error(made);
  return { home, emma, token: made.token };
}

const newTask = async (family: SignedInFamily, emma: string | null, title = "Sweep") => {
  const id = await plantTask(mila.db, family, { title });
  await mila.db.updateTable("tasks").set({ assignee_id: emma }).where("id", "=", id).execute();
  return id;
};

const isDone = async (id: string) =>
  (
    await mila.db
      .selectFrom("tasks")
      .select("is_completed")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).is_completed === 1;

let networks = 0;
/** A network that has guessed nothing yet. */
const elsewhere = () => ({ "x-forwarded-for": `10.9.${(networks += 1) >> 8}.${networks & 255}` });

test("the page is found by no program, kept by no cache, and named to no other site", async () => {
  const { token, home, emma } = await newPage();
  await newTask(home, emma);
  const page = await rawRequest(mila.url, `/child/${token}`);
  expect(page.status).toBe(200);
  expect(page.headers["referrer-policy"]).toBe("no-referrer");
  expect(page.headers["cache-control"]).toBe("no-store");
  expect(page.text).toContain('<meta name="robots" content="noindex"');
  expect(/<title>(.*?)<\/title>/.exec(page.text)?.[1]).toBe("Emma · Mila");
  expect(await mila.log()).not.toContain(token);
});

test("opening it, by whatever program, ticks nothing", async () => {
  const { token, home, emma } = await newPage();
  const id = await newTask(home, emma);
  const before = await dump(mila.db);
  for (const path of [
    `/child/${token}`,
    `/child/${token}.data`,
    `/child/${token}/tick?taskId=${id}`,
    `/child/${token}/untick?taskId=${id}`,
    `/child/${token}/tick.data?taskId=${id}`,
  ])
    for (const method of ["GET", "HEAD"])
      for (const purpose of ["prefetch", "prefetch;prerender"])
        await rawRequest(mila.url, path, { method, headers: { "sec-purpose": purpose } });
  expect(await dump(mila.db)).toEqual(before);
  expect((await rawRequest(mila.url, `/child/${token}/tick`)).status).toBe(405);
});

test("a tick needs the link alone: no cookie, and no origin on a page without referrers", async () => {
  const { token, home, emma } = await newPage();
  const id = await newTask(home, emma);
  const tick = (headers: Record<string, string>) =>
    rawPost(mila.url, `/child/${token}/tick`, { taskId: id, seen: "" }, headers);
  const answer = await tick({ origin: "null" });
  expect([answer.status, answer.headers.location]).toEqual([303, `/child/${token}`]);
  expect(await isDone(id)).toBe(true);
});

test("it ticks no task that the child does not do, of this household or another", async () => {
  const { token, home } = await newPage();
  const others = await signedInFamily(mila.db, "__Host-mila_session");
  const ids = [
    await newTask(home, null),
    await newTask(others, null),
    ...Object.values(await insertAllRecords(mila, home)).map(({ id }) => id),
    "",
    "no-such-task",
  ];
  const before = await dump(mila.db);
  for (const taskId of ids)
    for (const action of ["tick", "untick"]) {
      const answer = await rawPost(mila.url, `/child/${token}/${action}`, { taskId, seen: "" });
      // The limit of one link is another test's.
      expect([action, taskId, [303, 400, 429].includes(answer.status)]).toEqual([
        action,
        taskId,
        true,
      ]);
    }
  expect(await dump(mila.db)).toEqual(before);
});

test("it undoes no tick that a parent made, and none of another household's child", async () => {
  const { token, home, emma } = await newPage();
  const id = await newTask(home, emma);
  await rawPost(mila.url, `/tasks/${id}/complete`, {}, { cookie: home.cookie });
  expect(await isDone(id)).toBe(true);
  await rawPost(mila.url, `/child/${token}/untick`, { taskId: id });
  expect(await isDone(id)).toBe(true);
});

test("the link opens nothing else, and other links do not open it", async () => {
  const { token, home } = await newPage();
  for (const path of [
    `/delegations/${token}`,
    `/calendar/${token}.ics`,
    `/accept-invitation?token=${token}`,
    `/reminder-actions/${token}`,
    `/auth/reset?token=${token}`,
  ]) {
    const answer = await rawRequest(mila.url, path, { headers: elsewhere() });
    expect([path, answer.text.includes("Emma")]).toEqual([path, false]);
  }
  const cookie = `__Host-mila_session=${token}`;
  expect((await rawRequest(mila.url, "/dashboard", { headers: { cookie } })).status).toBe(303);
  const { token_hash } = await mila.db
    .selectFrom("child_pages")
    .select("token_hash")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  const others = Object.values(await insertAllRecords(mila, home)).flatMap((one) => [
    one.id,
    ...(one.token && !one.pid ? [one.token] : []),
  ]);
  for (const wrong of [...others, token_hash, token.slice(1), `${token}=`, token.toUpperCase()]) {
    const answer = await rawRequest(mila.url, `/child/${wrong}`, { headers: elsewhere() });
    expect([wrong, answer.status, answer.text.includes("Emma")]).not.toEqual([wrong, 200, true]);
    expect(answer.status).toBeGreaterThanOrEqual(400);
  }
});

test("a link gives 60 answers a minute, which limit no other link", async () => {
  const { token } = await newPage();
  const { token: other } = await newPage();
  const statuses: number[] = [];
  for (let at = 0; at < 61; at += 1)
    statuses.push((await rawRequest(mila.url, `/child/${token}`)).status);
  expect(statuses.lastIndexOf(200)).toBe(59);
  expect(statuses.at(-1)).toBe(429);
  const busy = await rawRequest(mila.url, `/child/${token}`);
  expect(busy.text).toContain("It will be back soon");
  expect(busy.text).not.toContain("Emma");
  expect((await rawRequest(mila.url, `/child/${other}`)).status).toBe(200);
  const tick = await rawPost(mila.url, `/child/${token}/tick`, { taskId: "x", seen: "" });
  expect(tick.status).toBe(429);
});

test("guesses are limited by network, and lock nobody out", async () => {
  const { token } = await newPage();
  const guess = () => randomBytes(32).toString("base64url");
  const headers = elsewhere();
  const statuses: number[] = [];
  for (let at = 0; at < 31; at += 1)
    statuses.push((await rawRequest(mila.url, `/child/${guess()}`, { headers })).status);
  expect(statuses.lastIndexOf(404)).toBe(29);
  expect(statuses.at(-1)).toBe(429);
  expect((await rawRequest(mila.url, `/child/${token}`, { headers })).status).toBe(200);
});

test("the address of a page that has ended says nothing about its child", async () => {
  const { token, home, emma } = await newPage();
  await newTask(home, emma, "Secret");
  await mila.db.updateTable("people").set({ left_at: nowIso() }).where("id", "=", emma).execute();
  for (const path of [`/child/${token}`, `/child/${token}.data`]) {
    const answer = await rawRequest(mila.url, path, { headers: elsewhere() });
    expect(answer.text).not.toMatch(/Emma|Secret/);
  }
});
