import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportAccount } from "#app/domain/lifecycle/export.server.ts";
import { mapInSlices } from "#app/domain/core/sql/in-slices.ts";
import { auditSource } from "#app/web/audit-source.server.ts";
import { requireConfirmed } from "#app/web/confirmed.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { database } from "#db/connection.server.ts";

export { getOnly as action } from "#app/web/http-errors.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  requireConfirmed(viewer, "/preferences/account");
  const file = await exportAccount(database(), viewer, auditSource(args.context));
  return new Response(await writeJson(file), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="mila.json"',
    },
  });
}

/** As `JSON.stringify` with indents of two, row by row. */
async function writeJson(file: Record<string, unknown>): Promise<string> {
  const parts = [];
  for (const [name, value] of Object.entries(file)) {
    const rows = Array.isArray(value) && value.length > 0 ? await mapInSlices(value, (row) => indent(row, 4)) : null;
    parts.push(`  ${JSON.stringify(name)}: ${rows ? `[\n    ${rows.join(",\n    ")}\n  ]` : indent(value, 2)}`);
  }
  return `{\n${parts.join(",\n")}\n}`;
}

/** Line breaks within texts are escaped, so every other one begins a line of the file. */
function indent(value: unknown, width: number): string {
  return JSON.stringify(value, null, 2).replaceAll("\n", `\n${" ".repeat(width)}`);
}
