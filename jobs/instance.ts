import type { Kysely } from "kysely";
import { readInstanceId } from "#app/domain/instance/instance-id.server.ts";
import { readPushKeys } from "#app/domain/instance/keys/push-keys.server.ts";
import type { Instance } from "#app/domain/outbox/preparation.ts";
import { env } from "#app/config/env.server.ts";
import { isHomeHost } from "#app/config/home-host.server.ts";
import { instanceOrigin } from "#app/config/instance-origin.server.ts";
import { pushContact } from "#app/config/push-contact.server.ts";
import { providers } from "#app/services/providers.server.ts";
import { readFittingSecrets } from "#db/keys.ts";
import type { Database } from "#db/schema.ts";

export async function readInstance(db: Kysely<Database>): Promise<Instance> {
  const { link: linkKey, encryption: encryptionKey } = await readFittingSecrets(db, env.DATA_DIR);
  return {
    id: await readInstanceId(db),
    origin: instanceOrigin,
    isPublic: env.APP_URL !== undefined && !isHomeHost(new URL(env.APP_URL).host),
    linkKey,
    encryptionKey,
    push: {
      keys: await readPushKeys(db, encryptionKey),
      contact: pushContact(env),
    },
    timeZone: env.MILA_TIME_ZONE ?? "UTC",
    isSetUp: providers.isSetUp,
    textCountries: env.TEXT_COUNTRIES,
    limits: env,
  };
}
