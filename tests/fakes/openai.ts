// A fake of OpenAI's API: node tests/fakes/openai.ts [PORT]
import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Behaviour, Material } from "./openai/behaviour.ts";
import { requestProblems, strictSchemaProblems } from "./openai/contract.ts";
import { reply, sendError } from "./openai/reply.ts";
import { bodyOf, sendJson, serve } from "./server.ts";

export interface FakeOpenai extends AsyncDisposable {
  /** The value for OPENAI_BASE_URL. */
  baseUrl: string;
  /** The value for OPENAI_API_KEY; any other key is rejected. */
  apiKey: string;
  behave: (behaviour: Behaviour) => void;
  requests: { path: string; headers: IncomingHttpHeaders; body: unknown }[];
  /** Requests that OpenAI would have refused. Closing the fake throws if there are any. */
  problems: string[];
}

interface ChatRequest {
  model: string;
  messages: { role: string; content: string }[];
  response_format: { json_schema: { schema: unknown } };
}

/**
 * Starts the fake, by default on a free port. Checks each request against the provider's API
 * description.
 */
export async function startFakeOpenai({
  apiKey = "sk-fake-openai",
  port = 0,
} = {}): Promise<FakeOpenai> {
  // Contains a random part, because Mila remembers answers by address, and a closed fake's port may
  // be used again.
  const base = `/${randomUUID()}/v1`;
  let behaviour: Behaviour = { type: "helpful" };
  const requests: FakeOpenai["requests"] = [];
  const problems: string[] = [];

  const server = await serve(async (request, response) => {
    const { url: path = "", headers } = request;
    const body = await bodyOf(request);
    if (path.startsWith("/fake/")) return control(request, response, body);
    requests.push({ path, headers, body });
    if (headers.authorization !== `Bearer ${apiKey}`) return refuseKey(response);
    if (path !== `${base}/chat/completions` || request.method !== "POST") {
      return sendError(response, 404, { message: `Invalid URL (${request.method} ${path})` });
    }
    const wrong = requestProblems(body);
    const { model, messages, response_format } = body as ChatRequest;
    if (wrong.length === 0) wrong.push(...strictSchemaProblems(response_format.json_schema.schema));
    problems.push(...wrong);
    if (wrong.length > 0) return sendError(response, 400, { message: wrong.join("; ") });
    reply(response, behaviour, model, JSON.parse(messages.at(-1)!.content) as Material);
  }, port);

  /** Shows the requests and changes the behaviour of a fake that runs as a process. */
  function control(
    { url, method }: IncomingMessage,
    response: ServerResponse,
    body: unknown,
  ): void {
    if (url === "/fake/requests") return sendJson(response, 200, requests);
    if (url !== "/fake/behaviour") return sendJson(response, 404, { error: "Nothing here" });
    if (method === "PUT") behaviour = body as Behaviour;
    return sendJson(response, 200, behaviour);
  }

  return {
    baseUrl: `${server.origin}${base}`,
    apiKey,
    behave: (next) => (behaviour = next),
    requests,
    problems,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      if (problems.length > 0)
        throw new Error(`The provider would have refused: ${problems.join("; ")}`);
    },
  };
}

function refuseKey(response: ServerResponse): void {
  sendError(response, 401, { message: "Incorrect API key provided.", code: "invalid_api_key" });
}

if (import.meta.main) {
  const { baseUrl, apiKey } = await startFakeOpenai({ port: Number(process.argv[2] ?? 0) });
  console.log(`OPENAI_BASE_URL=${baseUrl} OPENAI_API_KEY=${apiKey}`);
}
