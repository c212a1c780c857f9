import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";

export interface Assistant extends AsyncDisposable {
  client: Client;
  /** Calls a tool that is expected to work. Returns its words. */
  tell: (name: string, args?: object) => Promise<string>;
  /** Calls a tool that is expected to refuse. Returns its words. */
  refused: (name: string, args?: object) => Promise<string>;
}

/** Connects the protocol's own client with a token, as an assistant does. */
export async function newAssistant(url: string, secret: string): Promise<Assistant> {
  const client = new Client({ name: "tests", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${secret}` } },
  });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  const call = async (name: string, args: object, isRefused: boolean) => {
    const answer = await client.callTool({ name, arguments: { ...args } }, CallToolResultSchema);
    const { content, isError = false } = CallToolResultSchema.parse(answer);
    const text = content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
    if (isError !== isRefused) throw new Error(`${name} answered: ${text}`);
    return text;
  };
  return {
    client,
    tell: (name, args = {}) => call(name, args, false),
    refused: (name, args = {}) => call(name, args, true),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** Finds the first id in a tool's words. */
export function idIn(words: string): string {
  const id = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/.exec(words)?.[0];
  if (id === undefined) throw new Error(`No id in: ${words}`);
  return id;
}

/** Reads the lines of JSON that follow a sentence. */
export function linesIn(words: string): Record<string, unknown>[] {
  const lines = words.split("\n").slice(2);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
