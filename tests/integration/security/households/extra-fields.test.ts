import { v7 as newId } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rawPost } from "../../../support/product/raw-request.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { changes, dump } from "./dump.ts";
import { addressOf, fieldsOf, everyWritingRoute } from "./every-route.ts";
import { insertRecord } from "./insert-record.ts";
import { type SignedInFamily, signedInFamily } from "../signed-in.ts";

type WritingRoute = (typeof everyWritingRoute)[number];

let mila: SharedMila;
let others: SignedInFamily;

beforeAll(async () => {
  mila = await sharedMila();
  others = await signedInFamily(mila.db);
});

afterAll(() => mila[Symbol.asyncDispose]());

test.for(everyWritingRoute)("$path ignores all fields but its own", async (route) => {
  const plain = await changesOf(route, route.fields());
  const withMore = await changesOf(route, { ...columnsOfOurs(), ...route.fields() });
  expect(withMore).toEqual(plain);
});

/** Column names that no form has, with valid values. */
function columnsOfOurs(): Record<string, string> {
  return {
    id: newId(),
    user_id: others.userId,
    userId: others.userId,
    household_id: others.householdId,
    householdId: others.householdId,
    role: "member",
    email_verified_at: "2001-01-01T00:00:00.000Z",
    password_hash: "none",
    status: "accepted",
    delegation_status: "accepted",
    is_completed: "1",
    isCompleted: "1",
    created_at: "2001-01-01T00:00:00.000Z",
    deleted_at: "2001-01-01T00:00:00.000Z",
    request_id: "abcdefgh-2",
    due_time_zone: "Asia/Tokyo",
  };
}

/** The rows that the form changes, with ids, times and hashes replaced. */
async function changesOf(
  { path, about, status = 303 }: WritingRoute,
  fields: Record<string, string>,
) {
  const family = await signedInFamily(mila.db);
  const inserted = await insertRecord(mila, family, about);
  const before = await dump(mila.db);
  const { cookie } = family;
  const answer = await rawPost(mila.url, addressOf(path, inserted), fieldsOf(fields, inserted), {
    cookie,
  });
  expect(answer.status).toBe(status);
  const { gone, come } = changes(before, await dump(mila.db));
  const ofRecord = Object.entries(inserted).map(([name, id]) => [id, `the ${about}'s ${name}`]);
  const known = {
    [family.userId]: "the user",
    [family.householdId]: "the household",
    ...Object.fromEntries(ofRecord),
  };
  return {
    gone: gone.map((row) => named(row, known)),
    come: come.map((row) => named(row, known)).toSorted(),
  };
}

function named(row: string, known: Record<string, string>): string {
  let text = row;
  for (const [id, name] of Object.entries({
    ...known,
    [others.userId]: "a stranger",
    [others.householdId]: "theirs",
  })) {
    text = text.replaceAll(id, name);
  }
  return (
    text
      .replaceAll(/"[^"]*@example.com"/g, "(address)")
      // Someone without a name is called by the first part of their address.
      .replaceAll(/"new-\d+-\d+"/g, "(name)")
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "(id)")
      .replaceAll(/"[0-9a-f]{64}"/g, "(hash)")
      .replaceAll(/"token_hash":"[\w-]{43}"/g, '"token_hash":(hash)')
      .replaceAll(/"Camping[a-z]"/g, "(name)")
      .replaceAll(/"[\w-]{80}"/g, "(encrypted)")
      .replaceAll(/"address":"[\w-]{40,}"/g, '"address":(encrypted)')
      .replaceAll(/"content":"[\w-]{40,}"/g, '"content":(encrypted)')
      .replaceAll(/"content_hash":"[\w-]{43}"/g, '"content_hash":(hash)')
      .replaceAll(/"last_step":\d+/g, '"last_step":(step)')
      .replaceAll(/"\$argon2id[^"]*"/g, "(hash)")
      .replaceAll(/(?!2001)\d{4}-\d\d-\d\dT\d\d:\d\d(:[\d.]+)?Z?/g, "(now)")
  );
}
