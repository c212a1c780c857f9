import "./config/log-crashes.server.ts";
import { createServer } from "node:http";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import express, { type ErrorRequestHandler } from "express";
import { env } from "./config/env.server.ts";
import { answerApi } from "./doors/api/api.server.ts";
import { answerDav } from "./doors/dav/dav.server.ts";
import { answerMcp } from "./doors/mcp/mcp.server.ts";
import { saveMemory } from "./config/heap.server.ts";
import { accessLog } from "./server/express/access-log.ts";
import { bodyLimit } from "./server/express/limits/body-limit.ts";
import { browserFiles } from "./server/express/browser-files.ts";
import { answerLive, livePath } from "./server/express/live.ts";
import { withErrorIds } from "./server/express/error-id.ts";
import { securityHeaders } from "./server/express/headers.ts";
import { log } from "./config/log.server.ts";
import { originCheck } from "./server/express/origin-check.ts";
import { hostCheck } from "./server/express/host-check.ts";
import { sendPlainPage } from "./server/express/plain-page.ts";
import { refuse } from "./server/express/refuse.ts";
import { handlerByAddress, remixHandler } from "./server/express/remix-handler.ts";
import { getContext, requestContext } from "./server/express/request-context.ts";
import { buildsByAddress } from "./server/express/routes-by-address.ts";
import { stopGracefully, stopWithoutPort } from "./server/express/shutdown.ts";
import { oneAtATime } from "./server/express/limits/pipelined.ts";
import { queueStrangers } from "./server/express/limits/strangers.ts";
import { unchangedPages } from "./server/express/unchanged-pages.ts";
import { answerUnreadable } from "./server/express/unreadable.ts";
import { shortHeaders, wellFormed } from "./server/express/well-formed.ts";
import { showRunning } from "./server/express/running.ts";

const builtPages = pathToFileURL(resolve("build/server/index.js")).href;
const client = resolve("build/client");
const isDevelopment = env.NODE_ENV === "development";

const app = express();
/**
 * Caddy keeps idle connections for two minutes. A request on a connection that the server closes at
 * that moment would fail.
 */
const keepAliveTimeout = 130_000;
const listener = oneAtATime(app);
const server = createServer(
  {
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    connectionsCheckingInterval: 5_000,
    keepAliveTimeout,
    // Node would refuse such a request without any of our headers.
    requireHostHeader: false,
  },
  listener,
);

const vite = isDevelopment
  ? await import("vite").then((module) =>
      module.createServer({ configFile: "remix.config.js", server: { middlewareMode: true } }),
    )
  : undefined;
const loadBuild = async (): Promise<ServerBuild> =>
  vite
    ? ((await vite.ssrLoadModule("virtual:remix/server-build")) as ServerBuild)
    : import(builtPages);
const build = await loadBuild();
const buildFor = buildsByAddress(withErrorIds(build));

app.disable("x-powered-by");
app.disable("query parser");
app.set("trust proxy", env.TRUST_PROXY ?? 0);
app.use(shortHeaders, requestContext);
app.use(accessLog((path) => buildFor(path).routes));
app.use(
  securityHeaders,
  hostCheck,
  answerApi,
  answerMcp,
  answerDav,
  wellFormed,
  originCheck,
  bodyLimit,
);
app.all(livePath, answerLive);

if (vite) app.use(vite.middlewares);
app.use(browserFiles(client));

app.use(queueStrangers);
if (!vite) app.use(unchangedPages);
app.all(
  "*",
  vite ? remixHandler(async () => withErrorIds(await loadBuild())) : handlerByAddress(buildFor),
);

const errorPage: ErrorRequestHandler = (error: unknown, req, res, _next) => {
  const { requestId } = getContext(res);
  if (res.headersSent || res.destroyed) {
    log.error({ err: error, requestId, method: req.method }, "an answer broke off");
    // Ending it normally would make a partial response look complete.
    return void res.destroy();
  }
  const isMalformed =
    error instanceof URIError || (error instanceof TypeError && /URL/.test(error.message));
  if (isMalformed) return sendPlainPage(res, 400, "Invalid address", "Please check the link.");
  log.error({ err: error, requestId, method: req.method }, "request failed");
  refuse(req, res, {
    status: 500,
    code: "failed",
    title: "Something went wrong",
    text: `Please try again. If it keeps happening, send this code to Mila's owner: ${requestId}`,
  });
};
app.use(errorPage);

server.on("clientError", answerUnreadable);
// Handles expectations other than 100-continue in the same way.
server.on("checkExpectation", listener);
server.on("error", stopWithoutPort);
server.listen(env.PORT, env.TEST_ONLY_CHEAP_PASSWORDS && "127.0.0.1", () => {
  // With PORT=0 the system chooses the port, which the parent process needs to know.
  const address = server.address();
  process.send?.({ listening: typeof address === "object" ? address?.port : undefined });
});
// Closes connections that are never read. Event streams send something every 25 s.
server.timeout = 60_000;
stopGracefully(server);
await showRunning();
saveMemory();
