import { appendFileSync } from "node:fs";
import type { IncomingHttpHeaders, RequestListener } from "node:http";
import { type FakeServer, serve } from "./server.ts";

interface ReceivedMessage {
  headers: IncomingHttpHeaders;
  /** The bytes as they came. */
  text: string;
  body: { type: string; timestamp: string; data: Record<string, unknown> };
}

export interface FakeReceiver extends FakeServer {
  address: string;
  /** As `ALLOWED_PRIVATE_HOSTS` names it. */
  host: string;
  /** Everything that came, whatever the answer. */
  messages: ReceivedMessage[];
  /** Answers otherwise until the next call without an answer. */
  behave: (answer?: RequestListener) => void;
}

interface Options {
  port?: number;
  /** Gets a line for each message before it is answered: its id, kind and subject. */
  acceptedFile?: string;
}

/** Another program that takes messages. */
export async function startFakeReceiver(options: Options = {}): Promise<FakeReceiver> {
  const messages: ReceivedMessage[] = [];
  let other: RequestListener | undefined;
  const server = await serve(async (request, response) => {
    let text = "";
    for await (const part of request.setEncoding("utf8")) text += part;
    const body = JSON.parse(text) as ReceivedMessage["body"];
    messages.push({ headers: request.headers, text, body });
    if (options.acceptedFile) {
      const line = [request.headers["webhook-id"], body.type, body.data.id].join(" ");
      appendFileSync(options.acceptedFile, `${line}\n`);
    }
    if (other) return void other(request, response);
    response.writeHead(204).end();
  }, options.port);
  return {
    ...server,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    address: `${server.origin}/hooks/secret-4711`,
    host: new URL(server.origin).host,
    messages,
    behave: (answer) => void (other = answer),
  };
}
