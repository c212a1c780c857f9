import { afterAll, beforeAll, expect, test } from "vitest";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import {
  endFeed,
  renewFeedLink,
  saveFeed,
} from "#app/domain/calendar/files/feed-settings.server.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import { datedTask, feedPath, readEvents } from "../../support/messages/calendar.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";
import { rawPost, rawRequest } from "../../support/product/raw-request.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";
import { dump } from "../security/households/dump.ts";

let mila: SharedMila;

beforeAll(async () => {
  // Clients are identified by the proxy's header.
  mila = await sharedMila("public");
});

afterAll(() => mila[Symbol.asyncDispose]());

/** Calendar programs send no cookie. */
const ask = (path: string, headers: Record<string, string> = {}, method: string = "GET") =>
  rawRequest(mila.url, path, { method, headers: { host: new URL(mila.origin).host, ...headers } });

async function newFeed() {
  const nora = await newFamily(mila.db);
  const id = await datedTask(mila.db, nora, "2031-06-10T15:00");
  return { nora, id, path: await pathOf(nora) };
}

const pathOf = ({ userId }: TestFamily) =>
  feedPath(mila.db, userId, { dataFolder: mila.dataFolder });

test("a calendar program without cookies can read the feed, whose entries link back here", async () => {
  const { id, path } = await newFeed();
  const before = await dump(mila.db);
  const answer = await ask(path);
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    "content-type": "text/calendar; charset=utf-8",
    "cache-control": "private, no-cache",
    "referrer-policy": "strict-origin",
  });
  const url = `${mila.origin}/tasks/${id}`;
  expect(readEvents(answer.text)).toMatchObject([{ uid: id, url, description: url }]);
  expect(await dump(mila.db)).toEqual(before);
});

test("HEAD is answered like GET without a body, and POST is refused", async () => {
  const { path } = await newFeed();
  const [read, head] = [await ask(path), await ask(path, {}, "HEAD")];
  expect([head.status, head.text, head.headers.etag]).toEqual([200, "", read.headers.etag]);
  expect((await rawPost(mila.url, path, {}, { host: new URL(mila.origin).host })).status).toBe(405);
});

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const isSame = (one: string, other: string) =>
  Buffer.from(one, "base64url").equals(Buffer.from(other, "base64url"));

const endings: [string, (nora: TestFamily) => Promise<unknown>][] = [
  ["renewed", ({ userId }) => renewFeedLink(mila.db, { userId })],
  ["turned off", ({ userId }) => endFeed(mila.db, userId)],
  [
    "turned off and on",
    ({ userId }) => endFeed(mila.db, userId).then(() => saveFeed(mila.db, userId, ["Kids"])),
  ],
  ["deleted with its account", ({ userId }) => deleteAccount(mila.db, userId)],
];

test.for(endings)("the link of a feed that was %s answers like a wrong one", async ([, end]) => {
  const { nora, path } = await newFeed();
  await end(nora);
  const [old, wrong] = [await ask(path), await ask(path.replace(/.{4}\.ics$/, "AAAA.ics"))];
  expect([old.status, old.text]).toEqual([
    404,
    "There's nothing here, or the link no longer works.",
  ]);
  expect(old.text).toBe(wrong.text);
});

test("an old link doesn't become the new one by its number", async () => {
  const { nora, path } = await newFeed();
  await renewFeedLink(mila.db, nora);
  const renewed = await pathOf(nora);
  const [old, number] = [path.split("."), renewed.split(".")[1] ?? ""];
  expect((await ask([old[0], number, ...old.slice(2)].join("."))).status).toBe(404);
  expect((await ask(renewed)).status).toBe(200);
});

test("the feed under a new link has the same contents", async () => {
  const { nora, id, path } = await newFeed();
  await renewFeedLink(mila.db, nora);
  const renewed = await pathOf(nora);
  expect(renewed).not.toBe(path);
  expect(readEvents((await ask(renewed)).text)).toMatchObject([{ uid: id }]);
});

test("a link has only one spelling, so no other gets around what its own may ask for", async () => {
  const { path } = await newFeed();
  const [, id = "", rest = ""] = /^\/calendar\/([\w-]{22})\.1(\..+)$/.exec(path) ?? [];
  const sameBits = [...alphabet]
    .map((last) => id.slice(0, -1) + last)
    .filter((other) => isSame(other, id));
  expect(sameBits).toHaveLength(16);
  for (const other of sameBits) {
    const { status } = await ask(`/calendar/${other}.1${rest}`);
    expect([other, status]).toEqual([other, other === id ? 200 : 404]);
  }
  expect((await ask(`/calendar/${id}.01${rest}`)).status).toBe(404);
});

test("guessing links is limited, an old link is no guess, and no guess locks a good link out", async () => {
  const { nora, path } = await newFeed();
  const home = { "x-forwarded-for": "203.0.113.7" };
  await renewFeedLink(mila.db, nora);
  const renewed = await pathOf(nora);
  for (let count = 0; count < 40; count += 1) expect((await ask(path, home)).status).toBe(404);
  expect((await ask(renewed, home)).status).toBe(200);
  const key = readSecrets(mila.dataFolder).link;
  const id = path.slice(10, 46);
  const statuses = new Set<number>();
  for (let count = 0; count < 40; count += 1) {
    const guess = linkToken(count % 2 ? key : "another key", "delegation", id, count + 1);
    statuses.add((await ask(`/calendar/${guess}.ics`, home)).status);
  }
  expect([...statuses]).toEqual([404, 429]);
  expect((await ask(renewed, home)).status).toBe(200);
});

test("neither the log nor an error contains the link", async () => {
  const { nora, path } = await newFeed();
  await ask(path);
  await endFeed(mila.db, nora.userId);
  await ask(path);
  await ask(`${path}.data`);
  await expect.poll(mila.log).toMatch(/"route":"\/calendar\/:token\.ics","status":404/);
  expect(await mila.log()).not.toContain(path.slice(10, -4));
});
