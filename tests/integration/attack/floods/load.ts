import { get } from "node:http";
import { olderAccount } from "../account.ts";
import { Client } from "../client.ts";
import type { Target } from "../target.ts";

const maxBytes = 256 * 1024;
const shortForm = "theme=dark&a=";

/** The first is as large as a body may be. */
export async function bigBodies({ url, judge }: Target, tries: number): Promise<number> {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const form = shortForm.padEnd(maxBytes, "a");
  const first = await new Client(url, judge).post("/theme", form, headers);
  const paths = ["/theme", "/auth", "/dashboard", "/api/parse-task", "/webhooks/twilio/status"];
  let read = first.status === 303 ? 1 : 0;
  for (let at = 1; at < tries; at += 1) {
    const answer = await new Client(url, judge).post(
      paths[at % paths.length]!,
      `${form}a`,
      headers,
    );
    if (answer.status !== 413) read += 1;
  }
  return read;
}

/** The first has as many fields as a form may have. */
export async function manyFields({ url, judge }: Target, tries: number): Promise<number> {
  let read = 0;
  for (let at = 0; at < tries; at += 1) {
    const more = Array.from({ length: at === 0 ? 199 : 10_000 }, (_, index): [string, string] => [
      `a${index}`,
      "1",
    ]);
    const answer = await new Client(url, judge).post("/theme", [["theme", "dark"], ...more]);
    if (answer.status !== 400) read += 1;
  }
  return read;
}

/** Counts streams that are open at the same time. */
export async function openStreams(target: Target, tries: number): Promise<number> {
  const account = await olderAccount(target);
  const headers = {
    cookie: `mila_session=${account.cookie("mila_session")}`,
    accept: "text/event-stream",
  };
  const opened = await Promise.all(
    Array.from({ length: tries }, () => openStream(`${target.url}/events`, headers)),
  );
  // An open stream says something at once; one that was closed to make room has ended.
  await account.get("/dashboard");
  const open = opened.filter((stream) => stream.isOpen()).length;
  for (const stream of opened) stream.close();
  return open;
}

function openStream(url: string, headers: Record<string, string>) {
  return new Promise<{ isOpen: () => boolean; close: () => void }>((resolve, reject) => {
    const request = get(url, { headers, agent: false }, (response) => {
      let hasEnded = response.statusCode !== 200;
      response.resume().on("close", () => (hasEnded = true));
      request.off("error", reject).on("error", () => undefined);
      resolve({ isOpen: () => !hasEnded, close: () => request.destroy() });
    });
    request.on("error", reject);
  });
}

export async function parseTexts(target: Target, tries: number): Promise<number> {
  const account = await olderAccount(target);
  const body = {
    text: "Buy milk",
    timeZone: "America/New_York",
    nowIso: "2026-11-21T12:00:00.000Z",
  };
  const answers = [];
  for (let at = 0; at < tries; at += 1)
    answers.push(await account.postJson("/api/parse-task", body));
  return answers.filter(({ status }) => status === 200).length;
}
