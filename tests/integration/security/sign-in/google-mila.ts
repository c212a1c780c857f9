import { type FakeGoogle, startFakeGoogle } from "../../../fakes/google.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";

export interface MilaWithGoogle extends AsyncDisposable {
  google: FakeGoogle;
  mila: SharedMila;
}

/** Email is set up, so that addresses can be unverified, which the rules depend on. */
export async function sharedMilaWithGoogle(): Promise<MilaWithGoogle> {
  const mila = await sharedMila("connected");
  const google = await startFakeGoogle({
    port: Number(new URL(mila.settings.GOOGLE_BASE_URL ?? "").port),
  });
  return {
    google,
    mila,
    async [Symbol.asyncDispose]() {
      await mila[Symbol.asyncDispose]();
      await google[Symbol.asyncDispose]();
    },
  };
}
