import { afterAll, beforeAll, expect, test } from "vitest";
import { recordWelcomeAnswers } from "#app/domain/preferences/welcome/answers.server.ts";
import { setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import { newTask } from "../../support/messages/delegation.ts";
import { confirmAddress } from "../../support/people/confirm-address.ts";
import { setOwner } from "../../support/people/owner.ts";
import { rawPost, rawRequest } from "../../support/product/raw-request.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";
import { addDelivery } from "../../support/records/add-delivery.ts";
import { newFamily, newInvitation } from "../../support/records/family.ts";
import { plantTask, type SignedInFamily, signedInFamily } from "../security/signed-in.ts";

let mila: SharedMila;
beforeAll(async () => {
  mila = await sharedMila();
});
afterAll(() => mila[Symbol.asyncDispose]());

const ask = (cookie: string, headers: Record<string, string> = {}) =>
  rawRequest(mila.url, "/dashboard", { headers: { cookie, ...headers } });

/** As a browser has it after its first page, which sets a cookie. */
async function newVisitor(): Promise<SignedInFamily> {
  const family = await signedInFamily(mila.db);
  const [device = ""] = [(await ask(family.cookie)).headers["set-cookie"] ?? ""].flat();
  return { ...family, cookie: `${family.cookie}; ${device.split(";")[0]}` };
}

const tagOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers.etag);

test("an unchanged dashboard is not sent again, and keeps its content security policy", async () => {
  const { cookie } = await newVisitor();
  const page = await ask(cookie);
  expect(page.headers).toMatchObject({
    "cache-control": "private, no-cache",
    vary: expect.stringContaining("Cookie"),
  });
  const again = await ask(cookie, { "if-none-match": `"another", ${tagOf(page)}` });
  expect([again.status, again.text, tagOf(again)]).toEqual([304, "", tagOf(page)]);
  expect(again.headers).toMatchObject({ "cache-control": "private, no-cache" });
  expect(again.headers).not.toHaveProperty("content-security-policy");
});

/** Another process makes these, as the worker does, except where the server is asked. */
const changes: [string, (nora: SignedInFamily) => Promise<unknown>][] = [
  ["a task is added", (nora) => plantTask(mila.db, nora)],
  [
    "the server adds one",
    ({ cookie }) => rawPost(mila.url, "/dashboard", { text: "Call the vet" }, { cookie }),
  ],
  [
    "a task gets a date and reminders",
    async (nora) => {
      const id = await newTask(mila.db, nora);
      await setDueDate(mila.db, nora, id, "2101-06-10T15:00", "America/New_York");
    },
  ],
  [
    "a reminder could not be sent",
    (nora) =>
      addDelivery(mila.db, nora, {
        kind: "reminder",
        state: "cancelled",
        reason: "no_device",
        other_way: "none",
      }),
  ],
  [
    "another household invites",
    async ({ userId }) => {
      await confirmAddress(mila, `${userId}@example.com`);
      await newInvitation(mila.db, await newFamily(mila.db), `${userId}@example.com`);
    },
  ],
  [
    "a welcome question is answered",
    ({ userId }) => recordWelcomeAnswers(mila.db, userId, ["reminders"], { isSkipped: true }),
  ],
  [
    "the time zone changes",
    ({ userId }) =>
      mila.db.updateTable("profiles").set({ time_zone: null }).where("id", "=", userId).execute(),
  ],
  ["its user becomes Mila's owner", ({ userId }) => setOwner(mila.db, "id", userId)],
];

test.for(changes)("the dashboard is sent again once %s", async ([, change]) => {
  const nora = await newVisitor();
  const tag = tagOf(await ask(nora.cookie));
  expect((await ask(nora.cookie, { "if-none-match": tag })).status).toBe(304);
  await change(nora);
  const changed = await ask(nora.cookie, { "if-none-match": tag });
  expect(changed.status).toBe(200);
  expect(tagOf(changed)).not.toBe(tag);
});

test("the theme and a toast show at once", async () => {
  const { cookie } = await newVisitor();
  const tag = tagOf(await ask(cookie));
  const themed = await rawPost(mila.url, "/theme", { theme: "dark" }, { cookie });
  const added = await rawPost(
    mila.url,
    "/dashboard",
    { text: "Call the vet tomorrow at 5" },
    { cookie },
  );
  for (const { headers } of [themed, added]) {
    const more = [headers["set-cookie"] ?? []].flat().map((line) => line.split(";")[0]);
    expect((await ask([cookie, ...more].join("; "), { "if-none-match": tag })).status).toBe(200);
  }
});

test("a session that ended shows nothing more, and makes the browser forget its pages", async () => {
  const { cookie, userId } = await newVisitor();
  const tag = tagOf(await ask(cookie));
  await mila.db.deleteFrom("sessions").where("user_id", "=", userId).execute();
  const left = await ask(cookie, { "if-none-match": tag });
  expect([left.status, left.headers["clear-site-data"]]).toEqual([303, '"cache"']);
  const visit = async (path: string) =>
    (await rawRequest(mila.url, path, { headers: { cookie } })).headers;
  expect(await visit("/auth")).toMatchObject({ "clear-site-data": '"cache"' });
  expect(await visit("/auth/forgot")).toMatchObject({ "clear-site-data": '"cache"' });
});

test("visitors keep what their browser has loaded", async () => {
  const { headers } = await rawRequest(mila.url, "/auth", {
    headers: { cookie: "mila_theme=dark" },
  });
  expect(headers).not.toHaveProperty("clear-site-data");
});

test("a browser without a secure connection keeps no page", async () => {
  const { cookie } = await newVisitor();
  const { port } = new URL(mila.url);
  for (const host of ["mila.local", `192.168.1.20:${port}`]) {
    const page = await ask(cookie, { host });
    expect([page.headers["cache-control"], page.headers.etag]).toEqual(["no-store", undefined]);
  }
  const left = await rawPost(mila.url, "/sign-out", {}, { cookie, host: "mila.local" });
  expect([left.status, left.headers["clear-site-data"]]).toEqual([303, undefined]);
});

test("signing out makes the browser forget its pages", async () => {
  const { cookie } = await newVisitor();
  const left = await rawPost(mila.url, "/sign-out", {}, { cookie });
  expect([left.status, left.headers["clear-site-data"]]).toEqual([303, '"cache"']);
});
