import { env } from "#app/config/env.server.ts";

const reasons: Record<string, string> = {
  EADDRINUSE: "is already in use",
  EACCES: "is only for the system's administrator",
};

export function stopWithoutPort({ code = "", message }: NodeJS.ErrnoException): never {
  const reason = reasons[code] ?? `can't be used (${message})`;
  console.error(`Port ${env.PORT} ${reason}. Set another one, for example PORT=3001`);
  process.exit(1);
}
