// The floor: Express sends the bytes of a page, compressed as the product does, and knows nothing else.
import compression from "compression";
import express from "express";

let page = "";
const app = express().disable("x-powered-by");
app.get("/live", (_req, res) => void res.json({ status: "ok" }));
app.get("/page", compression({ level: 3 }), (_req, res) => void res.type("html").send(page));
process.on("message", (html: string) => (page = html));
process.on("disconnect", () => process.exit());
const server = app.listen(0, "127.0.0.1", () => process.send?.(server.address()));
