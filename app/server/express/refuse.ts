import type { Request, Response } from "express";
import { sendPlainPage } from "./plain-page.ts";

export interface Refusal {
  status: number;
  /** See `app/routes/api/api.server.ts`. */
  code: string;
  title: string;
  text: string;
}

/**
 * Sends JSON to programs that call the API, a toast to a page's own script, and a page to browsers.
 */
export function refuse(req: Request, res: Response, { status, code, title, text }: Refusal): void {
  if (status === 503) res.setHeader("Retry-After", "3");
  // A page that can't be opened is shown as a document (app/ui/remix-internals.ts).
  if (req.method === "POST" && req.path.endsWith(".data"))
    return void sendToScript(res, status, text);
  if (req.path.startsWith("/api/") || req.path === "/mcp")
    return void res.status(status).json({ error: { code, message: text } });
  sendPlainPage(res, status, title, status === 503 ? `${text} <a href="">Try again</a>` : text);
}

/**
 * Writes the format of Remix's client (turbo-stream), in which each number is an index of this
 * list.
 */
function sendToScript(res: Response, status: number, refusal: string): void {
  const words = [
    { _1: 2 },
    "error",
    ["ErrorResponse", 3, 6, 7],
    { _4: 5 },
    "refusal",
    refusal,
    status,
    "",
  ];
  res
    .status(status)
    .type("text/x-script")
    .set("X-Remix-Response", "yes")
    .send(`${JSON.stringify(words)}\n`);
}
