import { redirect, replace } from "@remix-run/node";
import { v7 as newId } from "uuid";
import { z } from "zod";
import { readSecrets } from "#app/config/secrets.server.ts";
import { privateCookie } from "./cookie.server.ts";

const toastSchema = z.object({
  id: z.string(),
  kind: z.enum(["success", "error"]),
  title: z.string(),
  message: z.string().optional(),
  /** The URL of the action that takes it back. */
  undo: z.string().optional(),
  /** The task that has just come. */
  taskId: z.string().optional(),
  /** What was typed into the page's form is saved: it begins anew. */
  endsForm: z.boolean().optional(),
});

type Toast = z.infer<typeof toastSchema>;

const toastCookie = privateCookie("mila_toast", { maxAge: 60, secrets: [readSecrets().session] });

/** Something to say on this page. */
export function toast(kind: Toast["kind"], title: string, more: Omit<Toast, "id" | "kind" | "title"> = {}): Toast {
  return { id: newId(), kind, title, ...more };
}

/** Goes on to another page (303), which says it. */
export async function redirectWithToast(url: string, said: Toast, cookies: string[] = []): Promise<Response> {
  const headers = new Headers({ "Set-Cookie": await toastCookie.serialize(said) });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return replace(url, { status: 303, headers });
}

/** Goes on to a page that opens over another and says it: Back returns to where it came from. */
export async function openWithToast(url: string, said: Toast): Promise<Response> {
  return redirect(url, { status: 303, headers: { "Set-Cookie": await toastCookie.serialize(said) } });
}

/** What the page before had to say, and the header that makes it be said once. */
export async function takeToast(request: Request): Promise<{ said?: Toast; headers?: HeadersInit }> {
  const result = toastSchema.safeParse(await toastCookie.parse(request.headers.get("Cookie")));
  if (!result.success) return {};
  return { said: result.data, headers: { "Set-Cookie": await toastCookie.serialize("", { maxAge: 0 }) } };
}
