import { afterAll, beforeAll, expect, test } from "vitest";
import { forgetSignUps } from "../../../support/people/forget-sign-ups.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { newFamily, Visitor } from "../../../support/product/visitor.ts";

let mila: SharedMila;
let people = 0;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const newAddress = () => `person-${(people += 1)}@example.com`;

async function signUp(email: string, password: string) {
  await forgetSignUps(mila);
  const response = await new Visitor(mila.url).post("/auth", { mode: "signup", email, password });
  return { status: response.status, text: await response.text() };
}

async function signIn(email: string, password: string) {
  const response = await new Visitor(mila.url).post("/auth", { email, password });
  return { status: response.status, text: await response.text() };
}

test.for<[string, string]>([
  ["of 6 characters", "m1Lk.b"],
  ["of 128 characters", "x1".repeat(64)],
  ["of spaces", " ".repeat(7)],
  ["with spaces around it", "  milk and bread "],
  ["of emoji", "🥛🍞🧀🍎🥕🍌"],
  ["of many scripts", "молоко牛乳حليب"],
  ["of markup", `"><script>alert('1')</script>`],
  ["of percent signs and plus signs", "%41+%2B+100%"],
  ["with characters made of two", "e\u0301te\u0301 1999"],
])("a password %s works, and similar ones do not", async ([, password]) => {
  const email = newAddress();
  expect((await signUp(email, password)).status).toBe(303);
  expect((await signIn(email, password)).status).toBe(303);
  const nearly = [...password].slice(0, -1).join("");
  expect((await signIn(email, nearly)).status).toBe(400);
});

test.for([
  ["of 5 characters", "m1Lk.", "at least 6 characters"],
  ["of 5 emoji", "🥛🍞🧀🍎🥕", "at least 6 characters"],
  ["of 129 characters", `${"x1".repeat(64)}y`, "at most 128 characters"],
  ["that most people have", "123456", "This password is too common"],
  ["that many people have", "iloveyou", "This password is too common"],
  ["that few people have", "mama1970", "This password is too common"],
  ["that many people have, in capitals", "PassWord", "This password is too common"],
] as const)("a password %s is refused with a reason", async ([, password, reason]) => {
  const email = newAddress();
  expect(await signUp(email, password)).toEqual({
    status: 400,
    text: expect.stringContaining(reason),
  });
  expect(
    await mila.db.selectFrom("users").select("id").where("email", "=", email).execute(),
  ).toEqual([]);
});

test("a password still works after years", async () => {
  const [email, password] = [newAddress(), "milk and bread"];
  await signUp(email, password);
  const created_at = "2016-01-01T00:00:00.000Z";
  await mila.db
    .updateTable("users")
    .set({ created_at, last_seen_at: created_at })
    .where("email", "=", email)
    .execute();
  expect((await signIn(email, password)).status).toBe(303);
});

test("a page never repeats a typed password", async () => {
  const password = "123456";
  expect((await signUp(newAddress(), password)).text).not.toContain(password);
  expect((await signIn(newAddress(), "my secret of today")).text).not.toContain(
    "my secret of today",
  );
});

test("an unknown address and a wrong password get the same answer", async () => {
  const email = newAddress();
  await signUp(email, "correct horse 7");
  const withoutNonce = (text: string) => text.replaceAll(/nonce="[^"]*"|[0-9a-f-]{36}/g, "");
  const wrongPassword = await signIn(email, "wrong horse 7");
  const unknown = await signIn(newAddress(), "wrong horse 7");
  expect(wrongPassword.text).toContain("That email and password don&#x27;t match");
  expect(unknown.status).toBe(wrongPassword.status);
  const asOne = (text: string) => withoutNonce(text).replaceAll(/person-\d+@example\.com/g, "");
  expect(asOne(unknown.text)).toBe(asOne(wrongPassword.text));
});

test("a known address cannot be registered again, in any spelling", async () => {
  const { email } = await newFamily(mila);
  for (const written of [
    email,
    email.toUpperCase(),
    `  ${email}\t`,
    email.replace("parent", "Parent"),
  ]) {
    const answer = await signUp(written, "another horse 8");
    expect(answer).toEqual({
      status: 400,
      text: expect.stringContaining("Account already exists"),
    });
  }
  expect((await signIn(email, "another horse 8")).status).toBe(400);
  expect((await signIn(` ${email.toUpperCase()} `, "correct horse 7")).status).toBe(303);
});

test("only one of many simultaneous sign-ups with one address succeeds", async () => {
  const email = newAddress();
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, at) => signUp(email, `correct horse ${at}`)),
  );
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  expect(
    await mila.db.selectFrom("users").select("id").where("email", "=", email).execute(),
  ).toHaveLength(1);
});
