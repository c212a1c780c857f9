// Answers a message of an assistant in its own process, and prints the packages loaded before and
// for it.
import { registerHooks } from "node:module";

const loaded = new Set<string>();
registerHooks({
  resolve(specifier, context, next) {
    const [name] =
      /^(@modelcontextprotocol\/sdk|ajv|express|hono|@hono\/node-server)(?=\/|$)/.exec(specifier) ??
      [];
    if (name) loaded.add(name);
    return next(specifier, context);
  },
});
await import("#app/doors/mcp/mcp.server.ts");
const before = [...loaded];
await import("#app/doors/mcp/serve.server.ts");
console.log(JSON.stringify({ before, after: [...loaded] }));
