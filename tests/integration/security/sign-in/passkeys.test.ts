import { afterAll, beforeAll, expect, test } from "vitest";
import { PasskeyDevice } from "../../../support/browser/passkey-device.ts";
import { confirmedLongAgo } from "../../../support/records/long-ago.ts";
import { rawRequest } from "../../../support/product/raw-request.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { signedInFamily } from "../../../support/people/signed-in-family.ts";
import { Visitor } from "../../../support/product/visitor.ts";
import { addFailures } from "../../../support/records/limit-events.ts";

const password = "correct horse 7";

let mila: SharedMila;
/** Browsers allow passkeys at this address. */
let origin: string;
let networks = 0;

beforeAll(async () => {
  mila = await sharedMila("connected");
  origin = mila.url.replace("127.0.0.1", "localhost");
});

afterAll(() => mila[Symbol.asyncDispose]());

/** Wrong passkeys count for a network. */
const fromElsewhere = () => ({ "x-forwarded-for": `198.51.100.${(networks += 1)}` });

async function newNora() {
  const family = await signedInFamily(mila);
  const nora = new Visitor(origin);
  nora.setCookie("mila_session", family.cookie("mila_session") ?? "");
  const device = new PasskeyDevice();
  const options = await (await nora.get("/preferences/account/passkeys/options")).json();
  const response = device.create(options, { origin });
  const added = await nora.post("/preferences/account/passkeys", {
    name: "Nora's phone",
    response,
  });
  expect([added.status, added.headers.get("location")]).toEqual([
    303,
    "/preferences/account/recovery-codes",
  ]);
  return { nora, device, email: family.email };
}

async function answerFrom(visitor: Visitor, device: PasskeyDevice, path: string): Promise<string> {
  return device.get(await (await visitor.get(path)).json(), { origin });
}

async function sectionOf(nora: Visitor): Promise<string> {
  const page = await (await nora.get("/preferences/account")).text();
  return page.slice(page.indexOf("Two-step sign-in"), page.indexOf("Where you"));
}

test("a passkey signs in alone and returns to the page that required it", async () => {
  const { device } = await newNora();
  const visitor = new Visitor(origin);
  const response = await answerFrom(visitor, device, "/auth/passkey");
  const answer = await visitor.post("/auth/passkey", { response, redirectTo: "/family" });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/family"]);
  expect((await visitor.get("/family")).status).toBe(200);

  const again = new Visitor(origin);
  const replayed = await again.post("/auth/passkey", { response }, fromElsewhere());
  expect([replayed.headers.get("location"), again.cookie("mila_session")]).toEqual([
    "/auth",
    undefined,
  ]);
  expect(await (await again.follow(replayed)).text()).toContain(
    "That passkey didn&#x27;t work here.",
  );
});

test("the password asks for the passkey as its second step", async () => {
  const [{ device, email }, sam] = [await newNora(), await newNora()];
  const visitor = new Visitor(origin);
  const first = await visitor.post("/auth", { email, password, redirectTo: "/family" });
  expect([first.headers.get("location"), visitor.cookie("mila_session")]).toEqual([
    "/auth/code",
    undefined,
  ]);
  const theirs = await answerFrom(visitor, sam.device, "/auth/code/passkey");
  await visitor.post("/auth/code/passkey", { response: theirs }, fromElsewhere());
  expect(visitor.cookie("mila_session")).toBeUndefined();
  const response = await answerFrom(visitor, device, "/auth/code/passkey");
  expect((await visitor.post("/auth/code/passkey", { response })).headers.get("location")).toBe(
    "/family",
  );
  expect((await visitor.get("/family")).status).toBe(200);
});

test("after ten wrong codes or passkeys the right passkey is refused too", async () => {
  const { device, email } = await newNora();
  const visitor = new Visitor(origin);
  await visitor.post("/auth", { email, password });
  await addFailures(mila.db, { email, isCode: true }, 9);
  const enter = async (by: PasskeyDevice) => {
    const response = await answerFrom(visitor, by, "/auth/code/passkey");
    return (await visitor.follow(await visitor.post("/auth/code/passkey", { response }))).text();
  };
  expect(await enter(new PasskeyDevice())).toContain("That passkey didn&#x27;t work here.");
  expect(await enter(device)).toContain("Too many tries");
  expect(visitor.cookie("mila_session")).toBeUndefined();
});

test("without the password there is no second step to take", async () => {
  const { device } = await newNora();
  const visitor = new Visitor(origin);
  expect((await visitor.get("/auth/code/passkey")).status).toBe(404);
  const response = await answerFrom(visitor, device, "/auth/passkey");
  expect((await visitor.post("/auth/code/passkey", { response })).headers.get("location")).toBe(
    "/auth",
  );
  expect(visitor.cookie("mila_session")).toBeUndefined();
});

test("a passkey still counts at an address where it cannot be used", async () => {
  const { email } = await newNora();
  const visitor = new Visitor(mila.url);
  expect((await visitor.post("/auth", { email, password })).headers.get("location")).toBe(
    "/auth/code",
  );
  const page = await (await visitor.get("/auth/code")).text();
  expect(page).toContain("Your recovery code");
  expect(page).not.toContain("Use a passkey");
});

test("adding one takes a recent password and a response to Mila's own challenge", async () => {
  const family = await signedInFamily(mila);
  const nora = new Visitor(origin);
  nora.setCookie("mila_session", family.cookie("mila_session") ?? "");
  const askFor = async () => (await nora.get("/preferences/account/passkeys/options")).json();
  const add = (options: { challenge: string }) => {
    const response = new PasskeyDevice().create(options as never, { origin });
    return nora.post("/preferences/account/passkeys", { name: "Phone", response });
  };
  const foreign = await add({ ...(await askFor()), challenge: "AAAA" });
  expect(await (await nora.follow(foreign)).text()).toContain("That passkey didn&#x27;t work.");
  const options = await askFor();
  await confirmedLongAgo(mila.db, family.email);
  const confirming = "/auth/confirm?redirectTo=%2Fpreferences%2Faccount%2Fpasskeys";
  for (const answer of [
    await nora.get("/preferences/account/passkeys"),
    await nora.get("/preferences/account/passkeys/options"),
    await add(options),
  ]) {
    expect([answer.status, answer.headers.get("location")]).toEqual([303, confirming]);
  }
  expect(await sectionOf(nora)).not.toContain("Phone");
  await nora.post(confirming, { password });
  expect((await add(options)).headers.get("location")).toBe("/preferences/account/recovery-codes");
});

test("passkeys are listed by name and removed", async () => {
  const { nora, device } = await newNora();
  const section = await sectionOf(nora);
  expect(section).toContain("Nora&#x27;s phone");
  expect(section).toContain("Recovery codes");
  const [path = ""] = /\/preferences\/account\/passkeys\/[\w-]+\/remove/.exec(section) ?? [];
  expect((await nora.post(path)).status).toBe(303);
  const after = await sectionOf(nora);
  expect(after).not.toContain("Nora&#x27;s phone");
  expect(after).not.toContain("Recovery codes");
  const visitor = new Visitor(origin);
  const response = await answerFrom(visitor, device, "/auth/passkey");
  await visitor.post("/auth/passkey", { response }, fromElsewhere());
  expect(visitor.cookie("mila_session")).toBeUndefined();
});

test("at a numeric address the page explains why there are none, and nothing offers any", async () => {
  const family = await signedInFamily(mila);
  const page = await (await family.get("/preferences/account")).text();
  expect(page).toContain("browsers allow them only at addresses that start with https://");
  expect(page).not.toContain("Add a passkey");
  expect((await family.get("/preferences/account/passkeys")).headers.get("location")).toBe(
    "/preferences/account",
  );
  expect((await family.get("/auth/passkey")).status).toBe(404);
  expect(await (await new Visitor(mila.url).get("/auth")).text()).not.toContain("Passkeys need");
  expect(await (await new Visitor(origin).get("/auth")).text()).toContain(
    "Passkeys need JavaScript",
  );
});

test("the site is APP_URL's, whatever address was asked", async () => {
  await using open = await sharedMila("public");
  const { text } = await rawRequest(open.url, "/auth/passkey");
  expect(JSON.parse(text)).toMatchObject({
    rpId: "mila.example.com",
    userVerification: "required",
  });
});

test("30 wrong passkeys from a network are the last, and of a known device where many share the network", async () => {
  const { device, nora } = await newNora();
  const [visitor, headers] = [new Visitor(origin), fromElsewhere()];
  const wrong = await answerFrom(visitor, new PasskeyDevice(), "/auth/passkey");
  for (let attempt = 1; attempt <= 30; attempt += 1)
    await visitor.post("/auth/passkey", { response: wrong }, headers);
  const response = await answerFrom(visitor, device, "/auth/passkey");
  const refused = await visitor.post("/auth/passkey", { response }, headers);
  expect(await (await visitor.follow(refused)).text()).toContain("Too many tries");
  expect(visitor.cookie("mila_session")).toBeUndefined();

  const network = headers["x-forwarded-for"];
  for (let people = 1; people <= 5; people += 1) await signedInFamily(mila);
  const ids = (await mila.db.selectFrom("users").select("id").limit(5).execute()).map(
    ({ id }) => id,
  );
  await mila.db.updateTable("sessions").set({ network }).where("user_id", "in", ids).execute();
  await nora.get("/dashboard");
  visitor.setCookie("mila_device", nora.cookie("mila_device") ?? "");
  const known = await answerFrom(visitor, device, "/auth/passkey");
  expect(
    (await visitor.post("/auth/passkey", { response: known }, headers)).headers.get("location"),
  ).toBe("/dashboard");
});
