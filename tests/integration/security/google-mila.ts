import { type FakeGoogle, startFakeGoogle } from "../../fakes/google.ts";
import { type SharedMila, sharedMila } from "../../support/shared-mila.ts";

export interface MilaWithGoogle extends AsyncDisposable {
  google: FakeGoogle;
  mila: SharedMila;
}

/** Mila beside a Google. Email is set up, so that an address can be unverified: the rules differ by that. */
export async function sharedMilaWithGoogle(): Promise<MilaWithGoogle> {
  const mila = await sharedMila("connected");
  const google = await startFakeGoogle({ port: Number(new URL(mila.settings.GOOGLE_BASE_URL ?? "").port) });
  return {
    google,
    mila,
    async [Symbol.asyncDispose]() {
      await mila[Symbol.asyncDispose]();
      await google[Symbol.asyncDispose]();
    },
  };
}
