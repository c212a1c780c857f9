import { type FakeGoogle, startFakeGoogle } from "../../fakes/google.ts";
import { type MilaWithDatabase, startMilaWithDatabase } from "./signed-in.ts";

export interface MilaWithGoogle extends AsyncDisposable {
  google: FakeGoogle;
  mila: MilaWithDatabase;
}

/** Mila beside a Google. E-mail is set up, so that an address can be unverified: the rules differ by that. */
export async function startMilaWithGoogle(): Promise<MilaWithGoogle> {
  const google = await startFakeGoogle();
  const email = { EMAIL_FROM: "Mila <mila@example.com>", SMTP_URL: "smtp://127.0.0.1:9" };
  const mila = await startMilaWithDatabase({ ...google.settings, ...email });
  return {
    google,
    mila,
    async [Symbol.asyncDispose]() {
      await mila[Symbol.asyncDispose]();
      await google[Symbol.asyncDispose]();
    },
  };
}
