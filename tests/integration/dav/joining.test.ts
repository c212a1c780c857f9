import { afterAll, beforeAll, expect, test } from "vitest";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { acceptInvitation } from "#app/domain/lifecycle/accept-invitation.server.ts";
import { dataOf, newSecret } from "../../support/api/bearer.ts";
import { apiClient } from "../../support/api/client.ts";
import { davClient, type DavClient, newDavClient, todo } from "../../support/dav/dav-client.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";
import { newInvitation } from "../../support/records/family.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

/** Returns the guest with a new token, since the one before has ended. */
async function join(host: DavClient, guest: DavClient): Promise<DavClient> {
  const linkKey = "k".repeat(43);
  const invitation = await newInvitation(mila.db, host, `${guest.userId}@example.com`);
  const token = linkToken(linkKey, "invitation", invitation);
  expect(await acceptInvitation(mila.db, guest.userId, { linkKey, token })).toBe("joined");
  const joined = { ...guest, householdId: host.householdId };
  return davClient(mila.url, joined, await newSecret(mila.db, joined, "write"));
}

const kept = ["PRIORITY:1", "X-OWN:kept"];

test("what only the apps know comes along into another household", async () => {
  const [sam, alone] = [await newDavClient(mila), await newDavClient(mila)];
  const trash = todo(
    "trash",
    "SUMMARY:Trash",
    "DUE;VALUE=DATE:20310106",
    "RRULE:FREQ=WEEKLY",
    ...kept,
  );
  const call = todo("call", "SUMMARY:Call", ...kept);
  const path = { trash: alone.at("household", "trash.ics"), call: alone.at("kids", "call.ics") };
  await alone.put(path.trash, trash);
  await alone.put(path.call, call);
  await sam.put(sam.at("kids", "call.ics"), todo("call", "SUMMARY:Call Sam's aunt"));
  const { token } = await sam.sync("household");
  const nora = await join(sam, alone);
  expect((await nora.get(path.trash)).text).toBe(trash);
  expect((await sam.get(sam.at("household", "trash.ics"))).text).toBe(trash);
  expect(Object.keys((await sam.sync("household", token)).changes)).toEqual(["trash.ics"]);
  // What is in the way stays.
  expect((await nora.get(path.call)).text).toContain("SUMMARY:Call Sam's aunt");
  const names = Object.keys((await nora.sync("kids")).changes);
  expect(names).toHaveLength(2);
  await nora.put(path.trash, trash.replace("SUMMARY:Trash", "SUMMARY:Bins"));
  const api = apiClient(mila.url, nora.secret);
  const { tasks } = dataOf(await api.GET("/tasks", { params: { query: { sort: "created_at" } } }));
  expect(tasks.map(({ title }) => title).toSorted()).toEqual(["Bins", "Call", "Call Sam's aunt"]);
});
