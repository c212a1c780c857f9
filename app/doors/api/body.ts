import type { IncomingMessage } from "node:http";
import { Problem } from "./problem.ts";

const maxBytes = 1024 * 1024;
const json = /^application\/(?:merge-patch\+)?json\s*(?:;|$)/i;

const tooLarge = () =>
  new Problem("too_large", "Send at most 1 MB.", { headers: { Connection: "close" } });

/** Reads JSON. An empty body is an empty object. */
export async function readBody(req: IncomingMessage): Promise<{ text: string; value: unknown }> {
  if (Number(req.headers["content-length"] ?? 0) > maxBytes) throw tooLarge();
  const text = await readText(req);
  if (text === "") return { text, value: {} };
  if (!json.test(req.headers["content-type"] ?? ""))
    throw new Problem("unsupported_type", "The Content-Type must be application/json.");
  try {
    return { text, value: JSON.parse(text) };
  } catch {
    throw new Problem("bad_request", "The body is no valid JSON.");
  }
}

function readText(req: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    req.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBytes) return void chunks.push(chunk);
      req.pause();
      reject(tooLarge());
    });
    req.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    req.on("error", reject);
  });
}
