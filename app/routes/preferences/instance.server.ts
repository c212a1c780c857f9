import { readDataFolder } from "#app/config/data-folder.server.ts";
import { isFirstAccount } from "#app/domain/instance/instance-checks.server.ts";
import { env } from "#app/config/env.server.ts";
import { database } from "#db/connection.server.ts";
import { notFound } from "#app/web/http-errors.server.ts";
import { requireViewer, type SignedIn } from "#app/web/session.server.ts";

export const readInstanceStatus = () => ({ settings: env, folder: readDataFolder(env.DATA_DIR) });

/** @throws a 404 response for all other accounts */
export async function requireFirstAccount(args: Parameters<typeof requireViewer>[0]): Promise<SignedIn> {
  const viewer = await requireViewer(args);
  return (await isFirstAccount(database(), viewer.userId)) ? viewer : notFound();
}
