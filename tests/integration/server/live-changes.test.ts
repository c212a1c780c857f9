import { afterAll, beforeAll, expect, test } from "vitest";
import {
  leaveHousehold,
  removeHouseholdMember,
} from "#app/domain/lifecycle/leave-household.server.ts";
import { acceptInvitation } from "#app/domain/lifecycle/accept-invitation.server.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { completeTask } from "#app/domain/tasks/changing/task.server.ts";
import { newInvitation } from "../../support/records/family.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";
import { plantTask, type SignedInFamily, signedInFamily } from "../security/signed-in.ts";

const linkKey = "a key of this test";
let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const accept = { Accept: "text/event-stream" };

test.concurrent("only the household's open pages are notified of its changes", async () => {
  const [ours, theirs] = [await signedInFamily(mila.db), await signedInFamily(mila.db)];
  const [we, they] = [await listen(ours), await listen(theirs)];
  // By a separate connection, like the worker or a second server.
  await completeTask(mila.db, ours, await plantTask(mila.db, ours));
  await completeTask(mila.db, theirs, await plantTask(mila.db, theirs));
  await completeTask(mila.db, theirs, await plantTask(mila.db, theirs));
  expect(await we.next()).toBe("1");
  expect(await they.next()).toMatch(/^[12]$/);
  await we.end();
  await they.end();
});

test.concurrent("a returning page learns what it missed, and a stranger learns nothing", async () => {
  const ours = await signedInFamily(mila.db);
  await completeTask(mila.db, ours, await plantTask(mila.db, ours));
  const headers = { cookie: ours.cookie, ...accept, "Last-Event-ID": "0" };
  const events = readEvents((await fetch(`${mila.url}/events?revision=7`, { headers })).body!);
  expect(await events.next()).toBe("1");
  await events.end();
  expect((await fetch(`${mila.url}/events?revision=0`, { headers: accept })).status).toBe(204);
  const noListener = await fetch(`${mila.url}/events.data?revision=0`, {
    headers: { cookie: ours.cookie },
  });
  expect(noListener.ok).toBe(false);
});

test("a session may have 20 open pages that listen", async () => {
  const ours = await signedInFamily(mila.db);
  const elsewhere = await signedInFamily(mila.db);
  // Node ends the connection of an answer that nobody refers to.
  const pages: Response[] = [];
  const statusFor = async ({ cookie }: SignedInFamily) => {
    const page = await fetch(`${mila.url}/events?revision=0`, { headers: { cookie, ...accept } });
    pages.push(page);
    return page.status;
  };
  for (let page = 1; page <= 20; page += 1) expect(await statusFor(ours)).toBe(200);
  expect(await statusFor(ours)).toBe(429);
  expect(await statusFor(elsewhere)).toBe(200);
  // A signal may be forgotten before it aborts: fetch only refers to it weakly.
  await pages[0]?.body?.cancel();
  await expect.poll(() => statusFor(ours), { timeout: 30_000 }).toBe(200);
  await Promise.all(pages.slice(1).map(({ body }) => body!.cancel()));
});

test.concurrent("an open page follows its user into another household and out of it", async () => {
  const [nora, sam, kim] = [
    await signedInFamily(mila.db),
    await signedInFamily(mila.db),
    await signedInFamily(mila.db),
  ];
  // Equal revisions, so that the number does not distinguish the households.
  for (const family of [nora, sam, kim])
    await completeTask(mila.db, family, await plantTask(mila.db, family));
  const desktop = await listen(sam, 1);
  // His old household no longer exists.
  await join(sam, nora);
  let revision = Number(await desktop.next());
  expect(revision).toBeGreaterThan(1);

  const moves = [
    async () => void (await removeHouseholdMember(mila.db, nora, await placeOf(sam))),
    () => join(sam, nora),
    async () => void (await leaveHousehold(mila.db, sam, await placeOf(sam))),
    () => join(sam, nora),
    // Nora's remains, without him.
    () => join(sam, kim),
  ];
  for (const move of moves) {
    await move();
    const now = Number(await desktop.next());
    expect(now).toBeGreaterThan(revision);
    revision = now;
  }
  // He follows Kim's changes now, not Nora's.
  await completeTask(mila.db, nora, await plantTask(mila.db, nora));
  await completeTask(mila.db, kim, await plantTask(mila.db, kim));
  expect(Number(await desktop.next())).toBe(revision + 1);
  await desktop.end();

  const { cookie } = sam;
  const headers = { cookie, ...accept, "Last-Event-ID": "1" };
  const again = readEvents((await fetch(`${mila.url}/events?revision=1`, { headers })).body!);
  expect(Number(await again.next())).toBe(revision + 1);
  await again.end();
});

async function listen({ cookie }: SignedInFamily, revision = 0) {
  const { body, headers } = await fetch(`${mila.url}/events?revision=${revision}`, {
    headers: { cookie, ...accept },
  });
  expect(headers.get("content-type")).toMatch(/^text\/event-stream/);
  return readEvents(body!);
}

async function join(guest: SignedInFamily, host: SignedInFamily) {
  const id = await newInvitation(mila.db, host, `${guest.userId}@example.com`);
  const token = linkToken(linkKey, "invitation", id);
  expect(await acceptInvitation(mila.db, guest.userId, { linkKey, token })).toBe("joined");
}

async function placeOf({ userId }: SignedInFamily): Promise<string> {
  const place = mila.db.selectFrom("household_members").select("id").where("user_id", "=", userId);
  return (await place.executeTakeFirstOrThrow()).id;
}

function readEvents(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  return {
    async next(): Promise<string> {
      for (;;) {
        const [, data, rest] = /data: (.*)\n\n([^]*)$/.exec(text) ?? [];
        if (data !== undefined) {
          text = rest ?? "";
          return data;
        }
        const { value, done } = await reader.read();
        if (done) throw new Error("The stream ended");
        text += decoder.decode(value, { stream: true });
      }
    },
    end: () => reader.cancel(),
  };
}
