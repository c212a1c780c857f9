import { startAuthentication, startRegistration } from "@simplewebauthn/browser";

// Import this file only when someone asks for a passkey, because few people do.

/** Returns the browser's answer as JSON. @throws when the user cancels */
export async function createPasskey(optionsPath: string): Promise<string> {
  return JSON.stringify(await startRegistration({ optionsJSON: await fetchOptions(optionsPath) }));
}

/** Returns the browser's answer as JSON. @throws when the user cancels */
export async function askForPasskey(optionsPath: string): Promise<string> {
  return JSON.stringify(
    await startAuthentication({ optionsJSON: await fetchOptions(optionsPath) }),
  );
}

/** Fetches the options at the last moment, because they expire. */
async function fetchOptions(path: string) {
  const answer = await fetch(path);
  // The page asks for the password first, if necessary.
  if (answer.redirected) window.location.reload();
  if (!answer.ok) throw new Error(`${path} responded with ${answer.status}`);
  return answer.json();
}
