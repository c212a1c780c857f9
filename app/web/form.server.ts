import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import { safeRedirectTo } from "./redirect-to.server.ts";
import { badRequest } from "./refusals.server.ts";

/** Our forms have about ten fields a task, and a few tasks. */
const maxFields = 200;

/**
 * `title`, or `drafts[0].title`. Conform would build any nested objects and arrays that a name asks for, and obey its own
 * fields (`__intent__`, `__state__`), which our pages never send: one request could keep the server busy for ever.
 */
const fieldName = /^(?!constructor$|prototype$)[a-z]\w{0,40}(\[\d{1,2}\]\.[a-z]\w{0,40})?$/i;

/**
 * Reads a form post and checks it against its schema.
 * @throws a 400 response for forms that none of our pages send
 */
export async function readForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<Submission<z.output<Schema>, string[]>> {
  return parseWithZod(await readFields(request), { schema }) as Submission<z.output<Schema>, string[]>;
}

/** A form's first values: those saved, or those typed before somebody had to sign in again. */
export function withTyped<Values extends Record<string, string>>(request: Request, saved: Values): Values {
  const typed = new URL(request.url).searchParams;
  const entries = Object.entries(saved).map(([name, value]) => [name, typed.get(name) ?? value]);
  return Object.fromEntries(entries);
}

/** The page of ours that a button's form names in `redirectTo`, or the fallback. */
export async function readRedirectTo(request: Request, fallback: string): Promise<string> {
  const form = await request
    .clone()
    .formData()
    .catch(() => null);
  return safeRedirectTo(form?.get("redirectTo"), fallback);
}

async function readFields(request: Request): Promise<FormData> {
  const form = await request.formData().catch(() => badRequest());
  const names = [...form.keys()];
  if (names.length > maxFields || !names.every((name) => fieldName.test(name))) badRequest();
  return form;
}
