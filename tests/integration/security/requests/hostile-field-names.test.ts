import { afterAll, beforeAll, expect, test } from "vitest";
import { rawPost, rawRequest } from "../../../support/product/raw-request.ts";
import { signedInFamily } from "../signed-in.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";

// The server builds objects and lists from field names, and `__intent__` is a command of the form
// library. Anyone who can reach the sign-in page can send both.
let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const intent = (command: unknown) => `__intent__=${encodeURIComponent(JSON.stringify(command))}`;
const update = (payload: object) => intent({ type: "update", payload: { value: "1", ...payload } });

test.for([
  ["a command that is no JSON", "__intent__=x"],
  ["a command that is null", intent(null)],
  ["a command without a type", intent({})],
  ["a command of no known type", intent({ type: "drop" })],
  ["a command without a payload", intent({ type: "update", payload: null })],
  ["a command on a prototype", update({ name: "__proto__.polluted" })],
  ["a reset of a prototype", intent({ type: "reset", payload: { name: "__proto__.polluted" } })],
  ["an insertion into a text", intent({ type: "insert", payload: { name: "email", index: 5 } })],
  [
    "an insertion far away",
    intent({ type: "insert", payload: { name: "list", index: 100_000_000 } }),
  ],
  ["a list of 300,000", update({ name: "list", index: 300_000 })],
  ["a list of 300,000 by name", update({ name: "list[300000]" })],
  ["lists in lists", update({ name: `list${"[999]".repeat(50)}` })],
  ["a state that is no JSON", "__state__=x"],
  ["a state that is null", "__state__=null"],
  ["a name 300 deep", `a${".a".repeat(300)}=1`],
  ["a name 60,000 deep", `a${".a".repeat(60_000)}=1`],
  ["lists 60,000 deep", `a${"[0]".repeat(60_000)}=1`],
  ["lists of 1,000 in lists of 1,000", `a${"[999]".repeat(100)}=1`],
  ["many lists of 1,000", Array.from({ length: 100 }, (_, at) => `a${at}[999]=1`).join("&")],
  ["a list of 4,000,000,000", "a[4000000000]=1"],
  ["a list of less than nothing", "a[-1]=1"],
  ["names of brackets only", "[=1&]=1&[]=1&[[]]=1&.=1&..=1"],
  ["no name", "=1"],
])("%s costs little and causes no error", async ([, body]) => {
  for (const path of ["/auth", "/auth.data"]) {
    const answer = await rawPost(mila.url, path, `email=a&password=b&${body}`);
    expect(answer.status).toBe(400);
    expect(answer.text.length).toBeLessThan(50_000);
  }
  const page = await rawRequest(mila.url, "/auth");
  expect([page.status, page.text]).toEqual([200, expect.not.stringContaining("polluted")]);
});

test("an address that no header takes as it is causes no error", async () => {
  const family = await signedInFamily(mila.db);
  const post = (path: string, fields: Record<string, string> = {}) =>
    rawPost(mila.url, path, fields, { cookie: family.cookie });
  await post("/lists/shopping/items", { text: "Milk" });
  const lists = mila.db.selectFrom("lists").select("id");
  const { id: milk } = await mila.db
    .selectFrom("list_items")
    .select("id")
    .where("list_id", "in", lists.where("household_id", "=", family.householdId))
    .executeTakeFirstOrThrow();
  for (const list of ["🥛", "\u0001", "$&", "a b"].map(encodeURIComponent)) {
    const marked = await post(`/lists/${list}/items/${milk}/tick`);
    expect([marked.status, marked.headers.location]).toEqual([303, `/lists/${list}`]);
    const renamed = await post(`/lists/${list}/items/${milk}`, { name: "Oat milk" });
    expect(renamed.status).toBe(404);
    expect(renamed.text).toContain("This list is no longer there.");
  }
});
