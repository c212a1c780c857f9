import type { Submission, SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import { seenDue } from "#app/domain/tasks/input.ts";
import { formChangeId } from "#app/domain/tasks/offline/input.ts";
import { safeRedirectTo } from "./redirect-to.server.ts";
import { type FormOwner, giveBackForm } from "./sign-in/kept-form.server.ts";
import { badRequest } from "./http-errors.server.ts";

const maxFields = 200;

/**
 * Matches `title` and `drafts[0].title`. Conform builds any nesting that a name asks for and obeys
 * its own fields (`__intent__`, `__state__`), so one forged request could keep the server busy
 * forever.
 */
const fieldName = /^(?!constructor$|prototype$)[a-z]\w{0,40}(\[\d{1,2}\]\.[a-z]\w{0,40})?$/i;

/** @throws a 400 response for forms that none of our pages send */
export async function readForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<Submission<z.output<Schema>, string[]>> {
  return parseWithZod(await readFields(request), { schema }) as Submission<
    z.output<Schema>,
    string[]
  >;
}

/** Reads a form without typed fields. @throws a 400 response if none of our pages sends it */
export async function requireForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const submission = await readForm(request, schema);
  return submission.status === "success" ? submission.value : badRequest();
}

/** Applies fields that one of our links fills in. */
export function withLinkedValues<Values extends Record<string, string>>(
  request: Request,
  saved: Values,
): Values {
  return withValues(saved, new URL(request.url).searchParams);
}

/** Restores what someone typed before they had to sign in again or to confirm that it's them. */
export async function withTypedValues<Values extends Record<string, string>>(
  viewer: FormOwner,
  request: Request,
  saved: Values,
): Promise<Values> {
  const typed = await giveBackForm(viewer, request);
  return typed ? withValues(saved, typed) : saved;
}

function withValues<Values extends Record<string, string>>(
  saved: Values,
  typed: URLSearchParams,
): Values {
  const entries = Object.entries(saved).map(([name, value]) => [name, typed.get(name) ?? value]);
  return Object.fromEntries(entries);
}

/**
 * Restores a form of several parts that someone sent before they had to sign in again; null if
 * there is none.
 */
export async function giveBackTyped<Schema extends z.ZodType>(
  viewer: FormOwner,
  request: Request,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  const kept = await giveBackForm(viewer, request);
  const submission = kept && parseWithZod(kept, { schema });
  return submission?.status === "success" ? submission.value : null;
}

/** Restores a form as a Conform reply. */
export async function giveBackReply(
  viewer: FormOwner,
  request: Request,
  schema: z.ZodType,
): Promise<SubmissionResult<string[]> | undefined> {
  const kept = await giveBackForm(viewer, request);
  return kept && parseWithZod(kept, { schema }).reply();
}

export async function readRedirectTo(request: Request, fallback: string): Promise<string> {
  return safeRedirectTo(await readOne(request, "redirectTo"), fallback);
}

/** True if the page itself shows what was done, and offers to undo it. */
export async function readInPlace(request: Request): Promise<boolean> {
  return (await readOne(request, "inPlace")) === "on";
}

/** True for “Undo”, which only reverts what the same user did. */
export async function readIsUndo(request: Request): Promise<boolean> {
  return (await readOne(request, "undo")) === "on";
}

/** Returns the id under which the page may send the same change again. */
export async function readChangeId(request: Request): Promise<string | undefined> {
  return formChangeId.parse((await readOne(request, "changeId")) ?? undefined);
}

/** Returns the date that the page showed. Undefined for pages from before an update. */
export async function readSeenDue(request: Request): Promise<string | undefined> {
  return seenDue.parse((await readOne(request, "seenDue")) ?? undefined);
}

/** Returns the names of the fields that the form has, also of empty ones. */
export async function readFieldNames(request: Request): Promise<Set<string>> {
  const form = await request
    .clone()
    .formData()
    .catch(() => null);
  return new Set(form?.keys());
}

async function readOne(request: Request, name: string) {
  const form = await request
    .clone()
    .formData()
    .catch(() => null);
  return form?.get(name);
}

/** @throws a 400 response for forms that none of our pages send */
export async function readFields(request: Request): Promise<FormData> {
  const form = await request.formData().catch(() => badRequest());
  const names = [...form.keys()];
  if (names.length > maxFields || !names.every((name) => fieldName.test(name))) badRequest();
  return form;
}
