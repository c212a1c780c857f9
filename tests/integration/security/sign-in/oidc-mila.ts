import { type FakeOidc, startFakeOidc } from "../../../fakes/oidc.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { Visitor } from "../../../support/product/visitor.ts";

export type MilaWithOidc = Awaited<ReturnType<typeof sharedMilaWithOidc>>;

let people = 0;

export const newOidcAddress = (): string => `oidc-${(people += 1)}@example.com`;

/** Email is set up, so that addresses can be unverified. */
export async function sharedMilaWithOidc() {
  const mila: SharedMila = await sharedMila("connected");
  const oidc: FakeOidc = await startFakeOidc({
    port: Number(new URL(mila.settings.OIDC_ISSUER ?? "").port),
  });

  /** Returns the provider's URL. */
  async function start(visitor: Visitor, fields: Record<string, string> = {}): Promise<string> {
    return (await visitor.post("/auth/oidc", fields)).headers.get("location") ?? "";
  }

  /** Returns the path that the provider redirects to. */
  async function consent(
    visitor: Visitor,
    email: string,
    fields: Record<string, string> = {},
  ): Promise<string> {
    return (await oidc.consent(await start(visitor, fields), email)).replace(mila.url, "");
  }

  async function signIn(email: string, fields: Record<string, string> = {}) {
    const visitor = new Visitor(mila.url);
    const answer = await visitor.get(await consent(visitor, email, fields));
    return { visitor, answer, location: answer.headers.get("location") };
  }

  return {
    mila,
    oidc,
    start,
    consent,
    signIn,
    userOf: (email: string) =>
      mila.db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst(),
    async [Symbol.asyncDispose]() {
      await mila[Symbol.asyncDispose]();
      await oidc[Symbol.asyncDispose]();
    },
  };
}
