// A stand-in for push services: node tests/fakes/push.ts [PORT [FILE]]
// FILE gets a line for each accepted message.
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { acceptedLog } from "./accepted-log.ts";
import { answerSending, control } from "./provider-answer.ts";
import { type Behaviour, newScript } from "./provider-behaviour.ts";
import { contactOf, pushProblems } from "./push/contract.ts";
import { decryptPush, fakeDevice } from "./push/device.ts";
import { serve } from "./server.ts";

interface PushedMessage {
  device: string;
  /** The text as the service worker gets it. */
  text: string;
  ttl: number;
  urgency: string;
  topic: string;
  /** The sender's address for complaints. */
  contact: string;
  at: number;
}

export interface FakePush extends AsyncDisposable {
  origin: string;
  settings: Record<string, string>;
  behave: (...rules: Behaviour[]) => void;
  /** Returns what a browser sends to Mila after it subscribed. */
  subscribe: (device: string) => { endpoint: string; p256dh: string; auth: string };
  /** Lists the oldest first. */
  accepted: PushedMessage[];
  requests: { method: string; path: string; at: number }[];
  /** Problems of requests. Closing the fake throws if there are any. */
  problems: string[];
}

/**
 * Checks and decrypts each request.
 * @param options.maxBytes of a body; RFC 8030 requires at least 4,096
 */
export async function startFakePush({
  port = 0,
  acceptedFile,
  maxBytes = 4_096,
}: { port?: number; acceptedFile?: string; maxBytes?: number } = {}): Promise<FakePush> {
  const [accepted, requests, problems]: [PushedMessage[], FakePush["requests"], string[]] = [
    [],
    [],
    [],
  ];
  const script = newScript();
  const log = acceptedLog(acceptedFile);
  const server = await serve(answer, port);
  return {
    origin: server.origin,
    settings: { PUSH_HOSTS: new URL(server.origin).host, PUSH_CONTACT: "mailto:owner@example.com" },
    behave: script.behave,
    subscribe(device) {
      const { path, p256dh, auth } = fakeDevice(device);
      return { endpoint: server.origin + path, p256dh, auth };
    },
    accepted,
    requests,
    problems,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      if (problems.length > 0)
        throw new Error(`A push service would have refused: ${problems.join("; ")}`);
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "";
    const body = await bytesOf(request);
    const shown = { accepted: () => accepted, requests: () => requests };
    if (path.startsWith("/fake/")) {
      const told: unknown = body.length > 0 ? JSON.parse(body.toString()) : undefined;
      return control(request, response, told, { script, shown });
    }
    requests.push({ method: request.method ?? "", path, at: Date.now() });
    const device = path.replace("/push/", "");
    const wrong = pushProblems(request.headers, `http://${request.headers.host}`);
    problems.push(...wrong);
    if (wrong.length > 0) return void response.writeHead(400).end(wrong.join("; "));
    if (body.length > maxBytes) return void response.writeHead(413).end();
    const text = decryptPush(device, body);
    const { deliveryId } = JSON.parse(text);
    return answerSending(
      response,
      script.next({ on: "sending", to: device, message: deliveryId }),
      {
        takenStatus: 201,
        take() {
          const { ttl, urgency, topic } = request.headers;
          const [at, contact] = [Date.now(), contactOf(request.headers)];
          accepted.push({
            device,
            text,
            ttl: Number(ttl),
            urgency: String(urgency),
            topic: String(topic),
            contact,
            at,
          });
          log({ provider: "push", providerId: randomUUID(), deliveryId, to: device, text, at });
          return {};
        },
        failure: () => ({}),
        refusal: (status) => ({ status, body: {} }),
        lie: () => ({}),
      },
    );
  }
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}

if (import.meta.main) {
  const [, , port = "0", acceptedFile] = process.argv;
  const { settings } = await startFakePush({
    port: Number(port),
    ...(acceptedFile && { acceptedFile }),
  });
  console.log(
    Object.entries(settings)
      .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
      .join(" "),
  );
}
