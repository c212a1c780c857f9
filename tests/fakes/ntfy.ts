// A fake of an ntfy server: node tests/fakes/ntfy.ts [PORT [FILE]]
// FILE gets a line for each accepted notification.
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { acceptedLog } from "./accepted-log.ts";
import { type Publication, publication } from "./ntfy/contract.ts";
import { answerSending, control } from "./provider-answer.ts";
import { type Behaviour, newScript } from "./provider-behaviour.ts";
import { bodyOf, sendJson, serve } from "./server.ts";

export interface FakeNtfy extends AsyncDisposable {
  origin: string;
  /** Settings that point an instance here. */
  settings: Record<string, string>;
  behave: (...rules: Behaviour[]) => void;
  requests: { at: number; authorization: string | undefined }[];
  /** Lists accepted notifications, oldest first. */
  notifications: () => Publication[];
}

/** Closing the fake throws if it got something that ntfy does not understand. */
export async function startFakeNtfy({
  port = 0,
  acceptedFile,
}: { port?: number; acceptedFile?: string } = {}) {
  const script = newScript();
  const log = acceptedLog(acceptedFile);
  const accepted: Publication[] = [];
  const requests: FakeNtfy["requests"] = [];
  const problems: string[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const shown = { requests: () => requests, notifications: () => accepted };
    if (request.url?.startsWith("/fake/"))
      return control(request, response, body, { script, shown });
    requests.push({ at: Date.now(), authorization: request.headers.authorization });
    if (request.method !== "POST" || request.url !== "/")
      return sendJson(response, 404, failure(404));
    const read = publication.safeParse(body);
    if (!read.success) {
      problems.push(read.error.message);
      return sendJson(response, 400, failure(400));
    }
    const sent = read.data;
    const behaviour = script.next({ on: "sending", to: sent.topic, message: sent.sequence_id });
    return answerSending(response, behaviour, {
      takenStatus: 200,
      take: () => take(sent),
      failure,
      refusal: (code) => ({
        status: Math.floor(code / 100),
        body: { ...failure(Math.floor(code / 100)), code },
      }),
      lie: (_about, taken) => ({ ...taken, id: "" }),
    });
  }

  function take(sent: Publication) {
    const [id, at] = [randomUUID().replaceAll("-", "").slice(0, 12), Date.now()];
    accepted.push(sent);
    const text = `${sent.title}\n\n${sent.message}`;
    log({
      provider: "ntfy",
      providerId: id,
      deliveryId: sent.sequence_id,
      to: sent.topic,
      text,
      at,
    });
    return {
      id,
      time: Math.floor(at / 1_000),
      event: "message",
      topic: sent.topic,
      title: sent.title,
    };
  }

  const server = await serve(answer, port);
  return {
    origin: server.origin,
    settings: { NTFY_URL: server.origin },
    behave: script.behave,
    requests,
    notifications: () => [...accepted],
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      if (problems.length > 0) throw new Error(`ntfy would have refused: ${problems.join("; ")}`);
    },
  } satisfies FakeNtfy;
}

function failure(status: number) {
  return { code: status * 100 + 1, http: status, error: "something is wrong" };
}

if (import.meta.main) {
  const [, , port = "0", acceptedFile] = process.argv;
  const { settings } = await startFakeNtfy({
    port: Number(port),
    ...(acceptedFile && { acceptedFile }),
  });
  console.log(
    Object.entries(settings)
      .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
      .join(" "),
  );
}
