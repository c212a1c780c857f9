import { afterAll, beforeAll, expect, test } from "vitest";
import { emailAddress } from "#app/domain/accounts/input.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { startFakeGoogle } from "../../../fakes/google.ts";
import { GoogleVisitor } from "../../../support/browser/google-visitor.ts";
import { signedInFamily } from "../../../support/people/signed-in-family.ts";
import { Visitor } from "../../../support/product/visitor.ts";
import { dump } from "../households/dump.ts";
import { type MilaWithOidc, sharedMilaWithOidc } from "./oidc-mila.ts";

const password = "correct horse 7";
/** The Kelvin sign, whose small letter is a "k". */
const kelvin = "\u212a";
const lookalike = `${kelvin}im@example.com`;

let shared: MilaWithOidc;
let mila: MilaWithOidc["mila"];

beforeAll(async () => {
  shared = await sharedMilaWithOidc();
  ({ mila } = shared);
});

afterAll(() => shared[Symbol.asyncDispose]());

const forms: Record<string, Record<string, string>> = {
  "/auth": { mode: "signup", email: lookalike, password },
  "/auth#login": { mode: "login", email: lookalike, password },
  "/auth/forgot": { email: lookalike },
  "/preferences/account/email": { email: lookalike, password },
  "/preferences/family/invite": { inviteeEmail: lookalike },
  "/preferences/family/members": { name: "Kim", relation: "spouse", email: lookalike },
};

test.for(Object.entries(forms))(
  "%s refuses an address with a Kelvin sign beside its field",
  async ([path, fields]) => {
    const nora = await signedInFamily(mila);
    await mila.db
      .updateTable("users")
      .set({ email_verified_at: nowIso() })
      .where("email", "=", nora.email)
      .execute();
    const visitor = path.startsWith("/auth") ? new Visitor(mila.url) : nora;
    const before = await dump(mila.db);
    const answer = await visitor.post(path.split("#")[0] ?? "", fields);
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining("look like an email address"),
    ]);
    expect(await dump(mila.db)).toEqual(before);
  },
);

test("providers' addresses with a Kelvin sign are refused, too", async () => {
  const { email } = await signedInFamily(mila);
  await mila.db
    .updateTable("users")
    .set({ email: "kim@example.com" })
    .where("email", "=", email)
    .execute();
  await using google = await startFakeGoogle({
    port: Number(new URL(mila.settings.GOOGLE_BASE_URL ?? "").port),
  });
  const before = await dump(mila.db);
  const visitor = new GoogleVisitor(mila.url, google);
  expect((await visitor.signIn(lookalike)).headers.get("location")).toBe("/auth");
  expect((await shared.signIn(lookalike)).location).toBe("/auth");
  expect(await dump(mila.db)).toEqual(before);
});

test("an address is plain ASCII, whatever becomes ASCII as a small letter, a capital or by Unicode's equivalents", () => {
  const schema = emailAddress("none");
  expect(schema.parse(" Kim@Example.com ")).toBe("kim@example.com");
  const accepted: string[] = [];
  for (let point = 0x80; point <= 0x10ffff; point += 1) {
    const sign = String.fromCodePoint(point);
    const becomes = [
      sign.toLowerCase(),
      sign.toUpperCase(),
      sign.normalize("NFKC"),
      sign.normalize("NFKD"),
    ];
    // Trimming takes spaces away.
    if (!sign.trim() || !becomes.some((text) => /^[\x20-\x7e]+$/.test(text))) continue;
    for (const address of [`${sign}im@example.com`, `kim@${sign}elvin.com`, `kim@example.${sign}o`])
      if (schema.safeParse(address).success) accepted.push(`U+${point.toString(16)} in ${address}`);
  }
  expect(accepted).toEqual([]);
});
