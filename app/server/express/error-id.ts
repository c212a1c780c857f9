import {
  data,
  type LoaderFunctionArgs,
  type ServerBuild,
  type AppLoadContext,
} from "@remix-run/node";
import { log } from "#app/config/log.server.ts";
import { type UnsavedForm, unsavedForm } from "#app/domain/tasks/offline/limits.ts";

const codeOf = (error: Error) => ("code" in error ? String(error.code) : "");

export function withErrorIds(build: ServerBuild): ServerBuild {
  const routes = Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => {
      if (!route) return [id, route];
      const { loader, action } = route.module;
      return [
        id,
        { ...route, module: { ...route.module, loader: guard(loader), action: guard(action) } },
      ];
    }),
  );
  return { ...build, routes };
}

type Handler = (args: LoaderFunctionArgs) => unknown;

function guard<T>(handler: T): T {
  if (typeof handler !== "function") return handler;
  const guarded: Handler = async (args) => {
    try {
      return await (handler as unknown as Handler)(args);
    } catch (thrown) {
      if (!(thrown instanceof Error)) throw thrown;
      const { requestId } = args.context;
      const isOverShare = isCrowded(thrown) || isTooMuch(thrown);
      if (!isOverShare && !args.request.signal.aborted)
        log.error({ err: thrown, requestId }, "request failed");
      const unsaved = await describeUnsaved(thrown, args.context);
      throw data(
        { isCrowded: isCrowded(thrown), errorId: requestId, ...unsaved },
        { status: unsaved.why ? 503 : 500 },
      );
    }
  };
  return guarded as T;
}

/** True if the request waited too long in a queue (app/server/fair-use). */
function isCrowded(error: Error): boolean {
  return codeOf(error) === "CROWDED";
}

/** True if the account changes too much (app/server/fair-use). */
function isTooMuch(error: Error): boolean {
  return codeOf(error) === "TOO_MANY_CHANGES";
}

const reasons: [code: RegExp, why: string][] = [
  [/^CROWDED$/, "Many of your family's pages are opening at once, and this one waited too long."],
  [/^DATABASE_AWAY$/, "Mila's database can't be reached, and Mila keeps trying."],
  [/^(SQLITE_FULL|53100|ENOSPC)$/, "Mila's disk is full, so her owner needs to make room."],
  [
    /^(SQLITE_(IOERR|READONLY|CANTOPEN)|25006)/,
    "Mila can't write to her disk, so her owner needs to look at it.",
  ],
  [/^(SQLITE_(BUSY|LOCKED)|53300|55P03)/, "Another program is using Mila's database."],
];

interface Unsaved {
  /**
   * The reason in words, if the database cannot be written, the request waited too long, or the
   * account changes too much.
   */
  why?: string;
  /** The form for the error page. A page's own script still has what it sent. */
  unsaved?: UnsavedForm & { typed: readonly string[] };
}

async function describeUnsaved(
  error: Error,
  { sentForm, asksForData }: AppLoadContext,
): Promise<Unsaved> {
  const code = codeOf(error);
  const why = isTooMuch(error)
    ? error.message
    : reasons.find(([pattern]) => pattern.test(code))?.[1];
  const form =
    sentForm && !asksForData ? await sentForm.request.formData().catch(() => null) : null;
  const unsaved = sentForm && form && unsavedForm(sentForm.request.url, form);
  return {
    ...(why && { why }),
    ...(unsaved && { unsaved: { ...unsaved, typed: sentForm.typed } }),
  };
}
