import type { Request, Response } from "express";
import { sendPlainPage } from "./plain-page.ts";

export interface Refusal {
  status: number;
  /** As in `app/routes/api/api.server.ts`. */
  code: string;
  title: string;
  text: string;
}

/** Programs that call the API get JSON, browsers a page. */
export function refuse(req: Request, res: Response, { status, code, title, text }: Refusal): void {
  if (status === 503) res.setHeader("Retry-After", "3");
  if (!req.path.startsWith("/api/")) return sendPlainPage(res, status, title, text);
  res.status(status).json({ error: { code, message: text } });
}
