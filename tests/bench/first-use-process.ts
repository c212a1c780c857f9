// Uses a provider twice in a process that has loaded what worker and web have, and prints the cost.
import { providers } from "#app/services/providers.server.ts";
import { startGoogleFlow, finishGoogleFlow } from "#app/server/google/flow.server.ts";
import { newEmail, newEntry, newText } from "../integration/services/messages.ts";

export interface FirstUse {
  "first (ms)": number;
  "first (MB)": number;
  "next (ms)": number;
}

const uses: Record<string, () => Promise<unknown>> = {
  text: () => providers.send(newText()),
  email: () => providers.send(newEmail()),
  entry: () => providers.send(newEntry(process.env.REFRESH_TOKEN ?? "")),
  "sign-in": signIn,
};
const use = uses[process.argv[2] ?? ""];
if (!use) throw new Error("first-use-process.ts text|email|entry|sign-in");

const memory = process.memoryUsage().rss;
const first = await measureTime(use);
const megabytes = Math.round((process.memoryUsage().rss - memory) / 1e5) / 10;
console.log(
  JSON.stringify({
    "first (ms)": first,
    "first (MB)": megabytes,
    "next (ms)": await measureTime(use),
  }),
);

async function measureTime(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return Math.round(performance.now() - startedAt);
}

/** Consents on the fake's page, which adds a few milliseconds. */
async function signIn(): Promise<unknown> {
  const home = new Request("http://localhost:3000/auth");
  const { url, ...sent } = await startGoogleFlow(
    home,
    "http://localhost:3000/auth/google/callback",
  );
  const form = new URLSearchParams({ email: "nora@example.com", answer: "allow", calendar: "on" });
  const consent = await fetch(url, { method: "POST", body: form, redirect: "manual" });
  return finishGoogleFlow(new Request(consent.headers.get("location") ?? ""), sent);
}
