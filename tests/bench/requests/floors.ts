// The floors: a bare server answers "ok", and Express sends the bytes of pages, compressed as the
// product does, and knows nothing else.
import { once } from "node:events";
import { createServer } from "node:http";
import compression from "compression";
import express from "express";

let pages: Record<string, string> = {};
const app = express().disable("x-powered-by");
app.get("/live", (_req, res) => void res.json({ status: "ok" }));
app.get(
  "/pages/:name",
  compression({ level: 3 }),
  (req, res) => void res.type("html").send(pages[req.params.name ?? ""]),
);
process.on("message", (html: Record<string, string>) => (pages = html));
process.on("disconnect", () => process.exit());
const servers = [createServer(app), createServer((_req, res) => void res.end("ok"))];
for (const server of servers) await once(server.listen(0, "127.0.0.1"), "listening");
process.send?.(servers.map((server) => server.address()));
