import { log } from "#app/config/log.server.ts";
import { NoRoom } from "#app/domain/tasks/events.server.ts";
import { Problem } from "./problem.ts";

const unavailable =
  /^(SQLITE_(FULL|IOERR|READONLY|CANTOPEN|BUSY|LOCKED)|ENOSPC|DATABASE_(GONE|AWAY)|53|55P03)/;

/** Logs what should never happen. */
export function toProblem(error: unknown, requestId: string): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof NoRoom) return new Problem("conflict", error.message);
  log.error({ err: error, requestId }, "request failed");
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (unavailable.test(code))
    return new Problem("unavailable", "Mila can't save at the moment.", {
      headers: { "Retry-After": "3" },
    });
  return new Problem("failed", `Mila's owner finds the reason in her log: ${requestId}`);
}
