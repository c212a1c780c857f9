import { startAuthentication, startRegistration } from "@simplewebauthn/browser";

// Import this only when someone asks for a passkey: few people do.

/** The browser's answer, as JSON. @throws when the user cancels */
export async function createPasskey(optionsPath: string): Promise<string> {
  return JSON.stringify(await startRegistration({ optionsJSON: await fetchOptions(optionsPath) }));
}

/** The browser's answer, as JSON. @throws when the user cancels */
export async function askForPasskey(optionsPath: string): Promise<string> {
  return JSON.stringify(
    await startAuthentication({ optionsJSON: await fetchOptions(optionsPath) }),
  );
}

/** Asked for at the last moment, because they expire. */
async function fetchOptions(path: string) {
  const answer = await fetch(path);
  // The page asks for the password first, if it must.
  if (answer.redirected) window.location.reload();
  if (!answer.ok) throw new Error(`${path} responded with ${answer.status}`);
  return answer.json();
}
