import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { moveOut } from "#app/domain/lifecycle/move-household.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { revokeToken } from "#app/domain/tokens/tokens.server.ts";
import { type Bearer, newSecret } from "../../../support/api/bearer.ts";
import { newFamily, newPartner, type TestFamily } from "../../../support/records/family.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

interface Sent {
  method: string;
  headers: Record<string, string>;
  body: string;
}

async function waitUntilUsed(userId: string): Promise<void> {
  const findUsed = () =>
    mila.db
      .selectFrom("access_tokens")
      .select("id")
      .where("last_used_at", "is not", null)
      .where("user_id", "=", userId)
      .execute();
  await expect.poll(findUsed).toHaveLength(1);
}

/** Sends a request whose body arrives in two parts, and does something between them. */
function sendSlowly(
  path: string,
  { userId, method, headers, body }: Sent & { userId: string },
  between: () => Promise<unknown>,
): Promise<number> {
  const half = Math.floor(body.length / 2);
  return new Promise((resolve, reject) => {
    const length = { "Content-Length": String(Buffer.byteLength(body)), Expect: "100-continue" };
    const sent = request(`${mila.url}${path}`, { method, headers: { ...headers, ...length } });
    sent.once("response", (answer) => {
      answer.resume();
      answer.once("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.on("error", reject);
    // The server has read the headers, and Mila looks at the token at once.
    sent.once("continue", () => {
      sent.write(body.slice(0, half));
      void waitUntilUsed(userId)
        .then(between)
        .then(() => sent.end(body.slice(half)))
        .catch(reject);
    });
    sent.flushHeaders();
  });
}

const doors = {
  api: (nora: Bearer) => ({
    path: "/api/v1/tasks",
    sent: {
      method: "POST",
      headers: { Authorization: `Bearer ${nora.secret}`, "Content-Type": "application/json" },
      body: JSON.stringify({ title: "Written too late" }),
    },
  }),
  mcp: (nora: Bearer) => ({
    path: "/mcp",
    sent: {
      method: "POST",
      headers: {
        Authorization: `Bearer ${nora.secret}`,
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "add_task", arguments: { text: "Written too late" } },
      }),
    },
  }),
  dav: (nora: Bearer) => ({
    path: `/dav/${nora.userId}/tasks/late.ics`,
    sent: {
      method: "PUT",
      headers: {
        Authorization: `Basic ${Buffer.from(`${nora.userId}@example.com:${nora.secret}`).toString("base64")}`,
        "Content-Type": "text/calendar",
      },
      body: "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n",
    },
  }),
};

const revoke = async (nora: Bearer) => {
  const { id } = await mila.db
    .selectFrom("access_tokens")
    .select("id")
    .where("user_id", "=", nora.userId)
    .executeTakeFirstOrThrow();
  await revokeToken(mila.db, nora, id);
};

const leave = ({ userId, householdId: from }: TestFamily) =>
  mila.db
    .transaction()
    .execute((trx) => moveOut(trx, { userId, from, by: null }, undefined, nowIso()));

for (const door of ["api", "mcp", "dav"] as const)
  for (const [how, end] of [
    ["is revoked", revoke],
    ["has lost its household", leave],
  ] as const)
    test(`a request by ${door} whose token ${how} while it arrives does nothing`, async () => {
      const owner = await newFamily(mila.db);
      const partner = await newPartner(mila.db, owner);
      const secret = await newSecret(mila.db, partner);
      const nora = { ...owner, ...partner, secret } as Bearer;
      const { path, sent } = doors[door](nora);
      const { userId } = nora;
      expect(await sendSlowly(path, { ...sent, userId }, () => end(nora))).toBe(401);
      const tasks = await mila.db
        .selectFrom("tasks")
        .select("title")
        .where("user_id", "=", nora.userId)
        .execute();
      expect(tasks).toEqual([]);
    });
