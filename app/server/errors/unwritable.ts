import type { AppLoadContext } from "@remix-run/node";

const reasons: [code: RegExp, why: string][] = [
  [/^(SQLITE_FULL|ENOSPC)$/, "Mila's disk is full, so her owner needs to make room."],
  [/^SQLITE_(IOERR|READONLY|CANTOPEN)/, "Mila can't write to her disk, so her owner needs to look at it."],
  [/^SQLITE_(BUSY|LOCKED)/, "Another program is using Mila's database."],
];

/** Never shown again, not even to who typed it. */
const secretField = /password|code|token|secret/i;

/** Says in words that the database cannot be written now. @returns undefined for other errors */
export async function describeUnwritable(error: Error, { sentForm }: AppLoadContext) {
  const code = "code" in error ? String(error.code) : "";
  const why = reasons.find(([pattern]) => pattern.test(code))?.[1];
  if (!why) return undefined;
  if (!sentForm) return { why };
  const { request, typed } = sentForm;
  const sent = await request.formData().catch(() => new FormData());
  const fields = [...sent].map(([name, value]): [string, string] => [name, String(value)]);
  if (fields.some(([name]) => secretField.test(name))) return { why };
  return { why, form: { action: pagePath(request.url), fields, typed } };
}

/** Without what Remix's scripts add. */
function pagePath(url: string): string {
  const { pathname, searchParams } = new URL(url);
  searchParams.delete("_routes");
  const page = pathname === "/_root.data" ? "/" : pathname.replace(/\.data$/, "");
  return searchParams.size > 0 ? `${page}?${searchParams}` : page;
}
