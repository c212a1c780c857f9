import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import type { z } from "zod";
import { safeRedirectTo } from "./redirect-to.server.ts";

/** Forms here have some ten fields a task, and a few tasks. */
const maxFields = 200;

/**
 * `title`, or `drafts[0].title`. Conform would make whatever objects and arrays a name asks for, and obey fields of its
 * own (`__intent__`, `__state__`), which no page here sends: one request could keep the server busy for good.
 */
const fieldName = /^(?!constructor$|prototype$)[a-z]\w{0,40}(\[\d{1,2}\]\.[a-z]\w{0,40})?$/i;

/**
 * Reads a form post and checks it.
 * @throws a 400 response for what no page of ours sends
 */
export async function readForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<Submission<z.output<Schema>, string[]>> {
  return parseWithZod(await readFields(request), { schema }) as Submission<z.output<Schema>, string[]>;
}

/** A form's first values: what is saved, or what was typed before somebody had to sign in again. */
export function withTyped<Values extends Record<string, string>>(request: Request, saved: Values): Values {
  const typed = new URL(request.url).searchParams;
  const entries = Object.entries(saved).map(([name, value]) => [name, typed.get(name) ?? value]);
  return Object.fromEntries(entries);
}

/** Where a button's form leads afterwards: a page of ours that it names (`redirectTo`), or the fallback. */
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

/** For what no page of ours sends. */
export function badRequest(): never {
  throw data("This form cannot be read", { status: 400 });
}
