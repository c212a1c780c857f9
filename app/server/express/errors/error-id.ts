import { data, type LoaderFunctionArgs, type ServerBuild } from "@remix-run/node";
import { log } from "#app/config/log.server.ts";
import { describeUnsaved, isCrowded, isTooMuch } from "./unsaved.ts";

type Handler = (args: LoaderFunctionArgs) => unknown;

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
